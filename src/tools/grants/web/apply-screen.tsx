import { FileX } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { PageNotice } from '../../../platform/ui/page-notice.tsx';
import { call } from '../../../platform/web/client/call.ts';
import { reloadCalls, useCall, useWrite } from '../../../platform/web/client/query.ts';
import { Pending } from '../../../platform/web/feedback/page-pending.tsx';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { useTextAddress } from '../../../platform/web/list/use-text-address.ts';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import type { Draft, OwnDraft } from '../contract/draft-shapes.ts';
import type { ApplicationForm } from '../contract/shapes.ts';
import {
  applyForFunding,
  listApplications,
  listDrafts,
  readApplicationForm,
  removeDraft,
} from '../contract.ts';
import { grants } from '../tool.ts';
import styles from './application-form.module.css';
import { ApplicationFields } from './application-form.tsx';
import { newValues, toBody, withTyped } from './application-values.ts';
import { DraftStatus } from './draft-status.tsx';
import { EarlierDrafts } from './earlier-drafts.tsx';
import { applicationPath } from './links.ts';
import { OpenReports } from './open-reports.tsx';
import { useDraft } from './use-draft.ts';
import { useFoundDraft } from './use-found-draft.ts';

/** A new application, or a draft of one: `?draft=` names it, so that Reload and another device find it. */
export function Screen() {
  const [wanted, writeWanted] = useTextAddress('draft');
  // `opened` is what the form started with. Its first save gives a new application the id of its draft, and the form stays.
  const [shown, setShown] = useState({ id: wanted, opened: wanted, round: 0 });
  // Someone followed a link to another draft, or to a new application.
  if (wanted !== shown.id) setShown({ id: wanted, opened: wanted, round: shown.round + 1 });
  const begin = (id: string) => {
    setShown({ ...shown, id });
    writeWanted(id);
  };
  return (
    <>
      <PageHeading lead={grants.screens.apply.lead}>{grants.screens.apply.title}</PageHeading>
      <Opened key={shown.round} id={shown.opened} onBegin={begin} />
    </>
  );
}

interface OpenedProps {
  /** Empty for a new application. */
  id: string;
  /** The draft has been saved for the first time. */
  onBegin: (id: string) => void;
}

function Opened({ id, onBegin }: OpenedProps) {
  const isNew = id === '';
  const form = useCall(readApplicationForm, {});
  const { answer: draft, found } = useFoundDraft(id, { enabled: !isNew });
  // With the form, so that nothing shifts while someone is using it. The form also works without it.
  const others = useCall(listDrafts, {}, { enabled: isNew });
  const isReady = form.data !== undefined && !(isNew && others.isLoading);
  const failed = !isReady ? form : !isNew && found === undefined ? draft : null;
  const isGone = failed === null && !isNew && found === null;
  return (
    <>
      {failed !== null && (
        <Pending
          answer={failed}
          what="the form"
          remedy={<AppLink to={grants.screens.mine.path}>See your applications</AppLink>}
        />
      )}
      {isGone && (
        <PageNotice title="Draft not found" icon={<FileX />}>
          <p>
            It was submitted or deleted.{' '}
            <AppLink to={grants.screens.mine.path}>See your applications</AppLink>
          </p>
        </PageNotice>
      )}
      {failed === null && !isGone && form.data !== undefined && (
        <Form
          form={form.data.data}
          draft={found ?? null}
          others={isNew ? (others.data?.data ?? []) : []}
          onBegin={onBegin}
        />
      )}
    </>
  );
}

interface FormProps extends Pick<OpenedProps, 'onBegin'> {
  form: ApplicationForm;
  draft: Draft | null;
  /** What was started before an empty form was opened. */
  others: readonly OwnDraft[];
}

function Form({ form, draft: found, others, onBegin }: FormProps) {
  const [, navigate] = useLocation();
  const [id] = useState(() => found?._id ?? crypto.randomUUID());
  const [isKept, setIsKept] = useState(false);
  const apply = useWrite(applyForFunding, { invalidates: [listApplications, listDrafts] });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).applyForFunding.body.shape,
    initialValues: withTyped(newValues(form), found?.values),
    toBody,
    isKept,
    send: async (body) => {
      const draftVersion = await draft.hold();
      const isSaved = draftVersion > 0;
      // An attempt that may have arrived is repeated as it was, even if the draft has been saved since then: with its draft it
      // would be another application.
      const isRepeated = apply.mayHaveArrived({ body });
      const names = isSaved && !isRepeated ? { draft: id, draftVersion } : {};
      const answer = await apply.send({ body: { ...body, ...names } });
      if (isSaved && isRepeated) {
        await call(removeDraft, { params: { id } }).catch(() => undefined);
        reloadCalls([listDrafts]);
      }
      return answer;
    },
    onProblem: (problem) => {
      if (draft.resume(problem)) entry.clearProblem();
    },
    onDone: ({ data }) => {
      showToast({ title: 'Application submitted', text: 'The committee votes on it now.' });
      // The draft is gone: Back must not return to it.
      navigate(applicationPath(data._id), { replace: true });
    },
  });
  const { values } = entry.fields;
  const draft = useDraft({
    id,
    known: found,
    values,
    onTake: entry.fields.setValues,
    onFirstSave: () => onBegin(id),
  });
  if (draft.isSaved !== isKept) setIsKept(draft.isSaved);
  return (
    <>
      <EarlierDrafts drafts={others.filter(({ _id }) => _id !== id)} />
      <OpenReports reports={form.openReports} isOwn />
      <DraftStatus draft={draft} />
      <EntryForm entry={entry} action="Submit application" className={styles.form} isLong>
        <ApplicationFields fields={entry.fields} form={form} />
      </EntryForm>
    </>
  );
}
