import { useState } from 'react';
import { DateTimeField } from '../../../platform/ui/date-time-field.tsx';
import { EmailField } from '../../../platform/ui/email-field.tsx';
import { TextField } from '../../../platform/ui/text-field.tsx';
import { instantOf, nameOfZone } from '../../../platform/ui/zoned-time.ts';
import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { pageData } from '../../../platform/web/session/page-data.ts';
import { addExclusion, listExclusions } from '../contract.ts';

const { timeZone } = pageData.campus;

export function NewExclusionForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const add = useWrite(addExclusion, { invalidates: [listExclusions] });
  // The account that was refused since it has one: pressing again is meant for this account only.
  const [excluded, setExcluded] = useState<string | null>(null);
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).newExclusion,
    initialValues: { principalEmail: '', expiresAt: '', reason: '' },
    toBody: ({ expiresAt, ...values }) => ({
      ...values,
      expiresAt: instantOf(expiresAt, timeZone) ?? '',
      ...(values.principalEmail === excluded ? { replaces: true } : {}),
    }),
    send: (body) => add.send({ body }),
    onProblem: ({ reason }) => {
      if (reason === 'already-excluded') setExcluded(entry.fields.getValues().principalEmail);
    },
    onDone: ({ data }) => {
      showToast({ title: `${data.principalEmail} is excluded` });
      onDone();
    },
  });
  const { getInputProps, values } = entry.fields;
  const action = values.principalEmail === excluded ? 'Replace Exclusion' : 'Add Exclusion';
  return (
    <EntryForm entry={entry} action={action} onCancel={onCancel}>
      <EmailField
        {...getInputProps('principalEmail')}
        name="principalEmail"
        label="College email"
        withAsterisk
        data-autofocus
      />
      <DateTimeField
        {...getInputProps('expiresAt')}
        name="expiresAt"
        label="Expires"
        description={`On the college clock (${nameOfZone(timeZone)}). If it's more than three days away, you'll be notified by email before it ends.`}
        timeZone={timeZone}
        value={entry.fields.values.expiresAt}
        withAsterisk
      />
      <TextField
        {...getInputProps('reason')}
        name="reason"
        label="Reason"
        description="For colleagues in IT."
        autoComplete="off"
      />
    </EntryForm>
  );
}
