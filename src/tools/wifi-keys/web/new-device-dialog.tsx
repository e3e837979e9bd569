import { TextField } from '../../../platform/ui/text-field.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { FormDialog } from '../../../platform/web/form/form-dialog.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { addDeviceKey, listDeviceKeys } from '../contract.ts';

interface NewDeviceDialogProps {
  open: boolean;
  onClose: () => void;
}

export function NewDeviceDialog({ open, onClose }: NewDeviceDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title="Add a key for a device">
      {(cancel) => <NewDeviceForm onDone={onClose} onCancel={cancel} />}
    </FormDialog>
  );
}

function NewDeviceForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const add = useWrite(addDeviceKey, { invalidates: [listDeviceKeys] });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).newDeviceKey,
    initialValues: { label: '' },
    toBody: (values) => values,
    send: (body) => add.send({ body }),
    onDone: ({ data }) => {
      showToast({ title: `Added a key for ${data.label}` });
      onDone();
    },
  });
  return (
    <EntryForm entry={entry} action="Add key" onCancel={onCancel}>
      <TextField
        {...entry.fields.getInputProps('label')}
        name="label"
        label="What is it for?"
        placeholder="TV in the living room"
        withAsterisk
        autoComplete="off"
        data-autofocus
      />
    </EntryForm>
  );
}
