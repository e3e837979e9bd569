import { useState } from 'react';
import { PageSkeleton } from '../../../platform/ui/page-skeleton.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { useCall, useWrite } from '../../../platform/web/client/query.ts';
import { ErrorPanel } from '../../../platform/web/feedback/error-panel.tsx';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import type { ApplicationDetails, ApplicationForm } from '../contract/shapes.ts';
import { editApplication, listApplications, readApplication, readApplicationForm } from '../contract.ts';
import styles from './application-form.module.css';
import { ApplicationFields } from './application-form.tsx';
import { toBody, valuesOf } from './application-values.ts';

/** A returned application, to change and submit once more. */
export function EditForm({ application }: { application: ApplicationDetails }) {
  const form = useCall(readApplicationForm, {});
  if (form.data !== undefined) {
    const { firstDay } = application;
    return (
      <Panel>
        <Form application={application} form={{ ...form.data.data, firstDay }} />
      </Panel>
    );
  }
  if (form.error === null || form.error.isSignedOut) return <PageSkeleton />;
  return (
    <ErrorPanel
      error={form.error}
      title="The form could not be loaded"
      onRetry={() => void form.refetch()}
      retrying={form.isFetching}
    />
  );
}

function Form({ application, form }: { application: ApplicationDetails; form: ApplicationForm }) {
  // What this person has looked at: it is read again in the background, and another tab may have submitted it.
  const [seen, setSeen] = useState(application.version);
  const edit = useWrite(editApplication, { invalidates: [readApplication, listApplications] });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).wholeApplication,
    initialValues: valuesOf(application),
    toBody,
    send: (body) =>
      edit.send({
        params: { id: application._id },
        body: { ...body, approvalStatus: 'Pending', version: seen },
      }),
    onProblem: ({ reason }) => {
      if (reason === 'stale-version') setSeen(application.version);
    },
    onDone: () => showToast({ title: 'Application submitted', text: 'The committee votes on it again.' }),
  });
  return (
    <EntryForm entry={entry} action="Submit application" className={styles.form} isLong>
      <ApplicationFields fields={entry.fields} form={form} />
    </EntryForm>
  );
}
