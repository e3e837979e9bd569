import { EmailField } from '../../../platform/ui/email-field.tsx';
import { TextField } from '../../../platform/ui/text-field.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { FormDialog } from '../../../platform/web/form/form-dialog.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { addGuest, listGuests, longestVisit } from '../contract.ts';

interface NewGuestDialogProps {
  open: boolean;
  onClose: () => void;
}

export function NewGuestDialog({ open, onClose }: NewGuestDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title="Add a guest">
      {(cancel) => <NewGuestForm onDone={onClose} onCancel={cancel} />}
    </FormDialog>
  );
}

function NewGuestForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const add = useWrite(addGuest, { invalidates: [listGuests] });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).newGuest,
    initialValues: { name: '', email: '', days: '1' },
    toBody: ({ days, ...values }) => ({ ...values, days: Number(days) }),
    send: (body) => add.send({ body }),
    onDone: ({ data }) => {
      showToast({ title: `${data.name} gets a key by email` });
      onDone();
    },
  });
  const { getInputProps } = entry.fields;
  return (
    <EntryForm entry={entry} action="Add guest" onCancel={onCancel}>
      <TextField
        {...getInputProps('name')}
        name="name"
        label="Name"
        withAsterisk
        autoComplete="off"
        data-autofocus
      />
      <EmailField
        {...getInputProps('email')}
        name="email"
        label="Email"
        description="The key goes to this address. The message names you."
        withAsterisk
      />
      <TextField
        {...getInputProps('days')}
        name="days"
        label="Days"
        description={`1 to ${longestVisit}. With 1, the key works until midnight tomorrow.`}
        inputMode="numeric"
        withAsterisk
        autoComplete="off"
      />
    </EntryForm>
  );
}
