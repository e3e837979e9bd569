import { EmailField } from '../../../platform/ui/email-field.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { FormDialog } from '../../../platform/web/form/form-dialog.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { unlockAccount } from '../contract.ts';
import styles from './facts.module.css';

export function UnlockDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <FormDialog open={open} onClose={onClose} title="Unlock account">
      {(cancel) => <UnlockForm onDone={onClose} onCancel={cancel} />}
    </FormDialog>
  );
}

function UnlockForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const unlock = useWrite(unlockAccount, { invalidates: [] });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).unlockAccount.body.shape,
    initialValues: { principalEmail: '' },
    toBody: (values) => values,
    send: (body) => unlock.send({ body }),
    onDone: ({ data }) => {
      showToast({ title: 'Account unlocked', text: data.message });
      onDone();
    },
  });
  return (
    <EntryForm entry={entry} action="Unlock" onCancel={onCancel}>
      <p className={styles.explained}>
        For people who typed a wrong password too many times and know the right one. Their password stays the
        same.
      </p>
      <EmailField
        {...entry.fields.getInputProps('principalEmail')}
        name="principalEmail"
        label="College email"
        withAsterisk
        data-autofocus
      />
    </EntryForm>
  );
}
