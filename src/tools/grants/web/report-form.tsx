import { Button } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { FileField } from '../../../platform/ui/file-field.tsx';
import { MoneyField } from '../../../platform/ui/money-field.tsx';
import { TextArea } from '../../../platform/ui/text-area.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { Pending } from '../../../platform/web/feedback/page-pending.tsx';
import { ProblemAlert } from '../../../platform/web/feedback/problem-alert.tsx';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { useSeenVersion } from '../../../platform/web/form/use-seen-version.ts';
import type { Draft } from '../contract/draft-shapes.ts';
import { totalBelowZero } from '../contract/fields.ts';
import { type ApplicationDetails, mostAttachmentBytes } from '../contract/shapes.ts';
import { listApplications, readApplication, readDraft, submitReport } from '../contract.ts';
import styles from './application-form.module.css';
import { AttachmentList } from './attachment-list.tsx';
import { sizeHint } from './attachments.tsx';
import { DraftStatus } from './draft-status.tsx';
import { sayMoney } from './money.ts';
import { reportTotalOf, reportValuesOf, spentLabels, toReportBody, typedReportOf } from './report-values.ts';
import { sayDifference } from './report-words.ts';
import { useDraft } from './use-draft.ts';
import { useFoundDraft } from './use-found-draft.ts';

interface ReportFormProps {
  application: ApplicationDetails;
  /** Closes the form: it was submitted, or what was typed is discarded. */
  onDone: () => void;
}

/** What came of an approved activity and what it cost, with the receipts. */
export function ReportForm(props: ReportFormProps) {
  const { answer, found } = useFoundDraft(props.application._id);
  if (found !== undefined) return <Form {...props} draft={found} />;
  return <Pending answer={answer} what="the form" />;
}

function Form({ application, onDone, draft: found }: ReportFormProps & { draft: Draft | null }) {
  const { _id, can, totalAmount, attachments } = application;
  // Another tab may have submitted a report.
  const seen = useSeenVersion(application.version);
  const submit = useWrite(submitReport, { invalidates: [readApplication, listApplications, readDraft] });
  const [isKept, setIsKept] = useState(false);
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).newReport,
    initialValues: reportValuesOf(application, found?.values),
    isKept,
    uploads: submitReport.body.files,
    mostBytes: mostAttachmentBytes,
    toBody: toReportBody,
    send: async (body, { values, uploading }) => {
      const draftVersion = await draft.hold();
      return submit.send(
        {
          params: { id: _id },
          body: { ...body, version: seen.version, draftVersion },
          files: { receipts: values.receipts },
        },
        uploading,
      );
    },
    onProblem: (problem) => {
      if (draft.resume(problem)) entry.clearProblem();
      seen.onProblem(problem);
    },
    onDone: () => {
      showToast({ title: 'Final report submitted', text: 'The committee will look at it now.' });
      onDone();
    },
  });
  const { fields, isDirty } = entry;
  // As long as the outcome is not clear, what the page reads may have been sent from here.
  const isOwn = entry.isSending || entry.problem?.mayHaveArrived;
  const isElsewhere = !can.report && !isOwn;
  const isOver = isElsewhere && !isDirty;
  // It opens by itself once it is due: if nothing was typed, nothing is lost.
  useEffect(() => {
    if (isOver) onDone();
  }, [isOver, onDone]);
  const typed = useMemo(() => typedReportOf(fields.values), [fields.values]);
  const draft = useDraft({ id: _id, known: found, values: typed, onTake: fields.setValues });
  // Files are not part of a draft.
  const isSafe = draft.isSaved && fields.values.receipts.length === 0;
  if (isSafe !== isKept) setIsKept(isSafe);
  const total = reportTotalOf(fields.values);
  const problem = total < 0 ? totalBelowZero : fields.errors.totalAmount;
  const receipts = attachments.filter(({ isReceipt }) => isReceipt);
  return (
    <>
      {isElsewhere && isDirty ? (
        <ProblemAlert
          actions={
            <Button size="compact-sm" variant="default" onClick={onDone}>
              Discard what I typed
            </Button>
          }
        >
          This final report was submitted in another tab or on another device. What you typed here is still
          here, but was not submitted.
        </ProblemAlert>
      ) : (
        <DraftStatus draft={draft} />
      )}
      <EntryForm
        entry={entry}
        action="Submit final report"
        className={styles.form}
        isBlocked={isElsewhere}
        isLong
      >
        <TextArea
          {...fields.getInputProps('text')}
          name="text"
          label="What was the outcome?"
          description="What you did, and what you and the college got from it."
          withAsterisk
        />
        <fieldset className={styles.group}>
          <legend>What it cost</legend>
          <p className={styles.hint}>Fill in every amount. Enter 0 if there is none.</p>
          <div className={styles.amounts}>
            {spentLabels.map(({ name, label }) => (
              <MoneyField
                key={name}
                {...fields.getInputProps(name)}
                name={name}
                label={label}
                description={`Approved: ${sayMoney(application[name])}`}
                withAsterisk
              />
            ))}
          </div>
          <div className={styles.total}>
            <span id="grant-actual-total">Actual total</span>
            <output aria-labelledby="grant-actual-total">{sayMoney(total)}</output>
          </div>
          {problem ? (
            <p className={styles.problem} role="alert" tabIndex={-1} data-problem>
              {problem}
            </p>
          ) : (
            <p className={styles.hint}>
              {sayMoney(totalAmount)} was approved. {total > 0 && sayDifference(total, totalAmount)}
            </p>
          )}
        </fieldset>
        <fieldset className={styles.group}>
          <legend>Receipts</legend>
          <AttachmentList attachments={receipts} canRemove={can.removeReceipts} />
          <FileField
            {...fields.getInputProps('receipts')}
            name="receipts"
            label="Receipts"
            hint={sizeHint}
            multiple
          />
        </fieldset>
      </EntryForm>
    </>
  );
}
