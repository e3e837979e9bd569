import { TextArea } from '../../../platform/ui/text-area.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { closeFollowUp, listMyFollowUps, listRaLogs, type RaLog, readRaBoard } from '../contract.ts';

interface CloseFormProps {
  log: RaLog;
  onDone: () => void;
  onCancel: () => void;
}

/** Closes a follow-up with a note of what was done. */
export function CloseForm({ log, onDone, onCancel }: CloseFormProps) {
  const close = useWrite(closeFollowUp, { invalidates: [listRaLogs, listMyFollowUps, readRaBoard] });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).closeFollowUp.body.shape,
    initialValues: { closingNote: '' },
    toBody: (values) => values,
    send: (body) => close.send({ params: { id: log._id }, body }),
    onDone: () => {
      showToast({ title: 'Follow-up closed', text: log.building });
      onDone();
    },
  });
  return (
    <EntryForm entry={entry} action="Close follow-up" onCancel={onCancel}>
      <TextArea
        {...entry.fields.getInputProps('closingNote')}
        name="closingNote"
        label="What was done"
        withAsterisk
        data-autofocus
      />
    </EntryForm>
  );
}
