import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { PageSkeleton } from '../../../platform/ui/page-skeleton.tsx';
import { useCall, useWrite } from '../../../platform/web/client/query.ts';
import { ErrorPanel } from '../../../platform/web/feedback/error-panel.tsx';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import type { ApplicationForm } from '../contract/shapes.ts';
import { applyForFunding, listApplications, readApplicationForm } from '../contract.ts';
import { grants } from '../tool.ts';
import styles from './application-form.module.css';
import { ApplicationFields } from './application-form.tsx';
import { newValues, toBody } from './application-values.ts';
import { applicationPath } from './links.ts';

/** A new application. */
export function Screen() {
  const form = useCall(readApplicationForm, {});
  return (
    <>
      <PageHeading lead={grants.screens.apply.lead}>{grants.screens.apply.title}</PageHeading>
      {form.data === undefined && form.error === null && <PageSkeleton />}
      {form.data === undefined && form.error !== null && !form.error.isSignedOut && (
        <ErrorPanel
          error={form.error}
          title="The form could not be loaded"
          onRetry={() => void form.refetch()}
          retrying={form.isFetching}
        />
      )}
      {form.data !== undefined && <Form form={form.data.data} />}
    </>
  );
}

function Form({ form }: { form: ApplicationForm }) {
  const [, navigate] = useLocation();
  const [submitted, setSubmitted] = useState<string | null>(null);
  const apply = useWrite(applyForFunding, { invalidates: [listApplications] });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).applyForFunding.body.shape,
    initialValues: newValues(form),
    toBody,
    send: (body) => apply.send({ body }),
    onDone: ({ data }) => {
      showToast({ title: 'Application submitted', text: 'The committee votes on it now.' });
      setSubmitted(data._id);
    },
  });
  const { isDirty } = entry;
  // Once nothing is unsaved anymore, so that leaving does not ask.
  useEffect(() => {
    if (submitted !== null && !isDirty) navigate(applicationPath(submitted));
  }, [submitted, isDirty, navigate]);
  return (
    <EntryForm entry={entry} action="Submit application" className={styles.form} isLong>
      <ApplicationFields fields={entry.fields} form={form} />
    </EntryForm>
  );
}
