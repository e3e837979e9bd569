import { EmailField } from '../../../platform/ui/email-field.tsx';
import { SelectField } from '../../../platform/ui/select-field.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { FormDialog } from '../../../platform/web/form/form-dialog.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { type IdKind, listDeskResets, startDeskReset } from '../contract.ts';
import { idKindWords } from './desk-words.ts';
import styles from './facts.module.css';

const kinds = Object.entries(idKindWords).map(([value, label]) => ({ value, label }));

export function VouchDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <FormDialog open={open} onClose={onClose} title="Vouch for someone">
      {(cancel) => <VouchForm onDone={onClose} onCancel={cancel} />}
    </FormDialog>
  );
}

function VouchForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const start = useWrite(startDeskReset, { invalidates: [listDeskResets] });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).newDeskReset,
    initialValues: { principalEmail: '', idKind: '' },
    toBody: ({ idKind, principalEmail }) => ({ principalEmail, idKind: idKind as IdKind }),
    send: (body) => start.send({ body }),
    onDone: ({ data }) => {
      showToast({
        title: `Waiting for a second person to confirm ${data.name}`,
        text: 'Ask a colleague to open this page in their own browser. They have half an hour.',
      });
      onDone();
    },
  });
  const { getInputProps } = entry.fields;
  return (
    <EntryForm entry={entry} action="Vouch" onCancel={onCancel}>
      <p className={styles.explained}>
        Compare the photo and the name on the ID with the person in front of you. The audit log keeps who
        vouched and the kind of ID, and every address on record is notified.
      </p>
      <EmailField
        {...getInputProps('principalEmail')}
        name="principalEmail"
        label="College email"
        withAsterisk
        data-autofocus
      />
      <SelectField
        {...getInputProps('idKind')}
        name="idKind"
        label="ID they showed"
        options={kinds}
        withAsterisk
      />
    </EntryForm>
  );
}
