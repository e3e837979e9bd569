import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { FormDialog } from '../../../platform/web/form/form-dialog.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { PeoplePicker } from '../../../platform/web/people/people-picker.tsx';
import { createWifiKey, listWifiKeys } from '../contract.ts';

export function FirstKeyDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <FormDialog open={open} onClose={onClose} title="Create a key for someone">
      {(cancel) => <FirstKeyForm onDone={onClose} onCancel={cancel} />}
    </FormDialog>
  );
}

function FirstKeyForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const make = useWrite(createWifiKey, { invalidates: [listWifiKeys] });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).firstKeyFor,
    initialValues: { email: [] as string[] },
    toBody: ({ email: [address = ''] }) => ({ email: address }),
    send: (body) => make.send({ body }),
    onDone: () => {
      showToast({ title: 'They have a key', text: 'They find it on their Wi-Fi page.' });
      onDone();
    },
  });
  return (
    <EntryForm entry={entry} action="Create key" onCancel={onCancel}>
      <p>
        For someone who has no key yet. They are notified by email and find the key on their Wi-Fi page. You
        don't see it. A key that works stays as it is.
      </p>
      <PeoplePicker
        {...entry.fields.getInputProps('email')}
        name="email"
        label="Name or email"
        most={1}
        withAsterisk
        data-autofocus
      />
    </EntryForm>
  );
}
