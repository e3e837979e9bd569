import { useEffect, useState } from 'react';
import { PageSkeleton } from '../../../platform/ui/page-skeleton.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { useCall, useWrite } from '../../../platform/web/client/query.ts';
import { Pending } from '../../../platform/web/feedback/page-pending.tsx';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import type { Draft } from '../contract/draft-shapes.ts';
import type { ApplicationDetails, ApplicationForm } from '../contract/shapes.ts';
import {
  editApplication,
  listApplications,
  readApplication,
  readApplicationForm,
  readDraft,
} from '../contract.ts';
import styles from './application-form.module.css';
import { ApplicationFields } from './application-form.tsx';
import { toBody, valuesOf, withTyped } from './application-values.ts';
import { type Changes, changesBetween } from './changed-fields.ts';
import { DraftStatus } from './draft-status.tsx';
import { SubmittedElsewhere } from './submitted-elsewhere.tsx';
import { useDraft } from './use-draft.ts';
import { useFoundDraft } from './use-found-draft.ts';

/** A returned application, to change and resubmit. */
export function EditForm({ application, onTyped }: Pick<FormProps, 'application' | 'onTyped'>) {
  const form = useCall(readApplicationForm, {});
  // Most have not been changed yet.
  const { answer: draft, found } = useFoundDraft(application._id);
  const failed = form.data === undefined ? form : found === undefined ? draft : null;
  if (form.data !== undefined && found !== undefined) {
    const { firstDay } = application;
    return (
      <Panel>
        <Form
          application={application}
          form={{ ...form.data.data, firstDay }}
          draft={found}
          onTyped={onTyped}
        />
      </Panel>
    );
  }
  return failed === null ? <PageSkeleton /> : <Pending answer={failed} what="the form" />;
}

interface FormProps {
  application: ApplicationDetails;
  form: ApplicationForm;
  draft: Draft | null;
  /** Whether something is typed that would be lost without the form. */
  onTyped: (isTyped: boolean) => void;
}

function Form({ application, form, draft: found, onTyped }: FormProps) {
  const { _id, can } = application;
  // What this person has seen: it is read again in the background, and another tab may have submitted it.
  const [seen, setSeen] = useState(application);
  const [known] = useState(found);
  const [isKept, setIsKept] = useState(false);
  const edit = useWrite(editApplication, { invalidates: [readApplication, listApplications, readDraft] });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).wholeApplication,
    initialValues: withTyped(valuesOf(application), found?.values),
    toBody,
    isKept,
    send: async (body) => {
      const draftVersion = await draft.hold();
      return edit.send({
        params: { id: _id },
        body: { ...body, approvalStatus: 'Pending', version: seen.version, draftVersion },
      });
    },
    onProblem: (problem) => {
      if (draft.resume(problem)) entry.clearProblem();
    },
    onDone: () => {
      onTyped(false);
      showToast({ title: 'Application submitted', text: 'The committee votes on it again.' });
    },
  });
  const { isDirty } = entry;
  const { values, setValues } = entry.fields;
  const draft = useDraft({ id: _id, known, values, onTake: setValues });
  if (draft.isSaved !== isKept) setIsKept(draft.isSaved);
  useEffect(() => onTyped(isDirty), [isDirty, onTyped]);
  const changes = changesBetween(valuesOf(seen), valuesOf(application));
  // As long as the outcome is not clear, what the page reads may have been sent from here.
  const isOwn = entry.isSending || entry.problem?.mayHaveArrived;
  const isElsewhere = !isOwn && (application.version !== seen.version || !can.edit);
  const decide = (taken: Changes) => {
    setSeen(application);
    setValues(taken);
  };
  return (
    <>
      {isElsewhere ? (
        <SubmittedElsewhere
          state={application.approvalStatus}
          changes={changes}
          canEdit={can.edit}
          onTake={() => decide(changes)}
          onKeep={() => decide({})}
          onDiscard={() => onTyped(false)}
        />
      ) : (
        <DraftStatus draft={draft} />
      )}
      <EntryForm
        entry={entry}
        action="Submit application"
        className={styles.form}
        isBlocked={isElsewhere}
        isLong
      >
        <ApplicationFields fields={entry.fields} form={form} />
      </EntryForm>
    </>
  );
}
