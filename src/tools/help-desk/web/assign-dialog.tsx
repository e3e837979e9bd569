import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { FormDialog } from '../../../platform/web/form/form-dialog.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import type { SeenVersion } from '../../../platform/web/form/use-seen-version.ts';
import { PeoplePicker } from '../../../platform/web/people/people-picker.tsx';
import type { DeskDetails } from '../contract/desk-shapes.ts';
import { changeTicket } from '../contract.ts';
import { deskReads } from './use-desk-change.ts';

interface AssignDialogProps {
  open: boolean;
  onClose: () => void;
  ticket: DeskDetails;
  seen: SeenVersion<number>;
}

/** Gives a ticket to a colleague at the desk. */
export function AssignDialog({ open, onClose, ...about }: AssignDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title="Assign this ticket">
      {(cancel) => <AssignForm {...about} onDone={onClose} onCancel={cancel} />}
    </FormDialog>
  );
}

interface AssignFormProps {
  ticket: DeskDetails;
  seen: SeenVersion<number>;
  onDone: () => void;
  onCancel: () => void;
}

function AssignForm({ ticket, seen, onDone, onCancel }: AssignFormProps) {
  const assign = useWrite(changeTicket, { invalidates: deskReads });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).newAssignment,
    initialValues: { assignee: [] as string[] },
    toBody: ({ assignee: [address = ''] }) => ({ assignee: address, version: seen.version }),
    send: (body) => assign.send({ params: { id: ticket.id }, body }),
    onProblem: seen.onProblem,
    onDone: ({ data }) => {
      seen.note(data.version);
      showToast({ title: `Assigned to ${data.isMine ? 'you' : data.assignee}` });
      onDone();
    },
  });
  return (
    <EntryForm entry={entry} action="Assign" onCancel={onCancel}>
      <PeoplePicker
        {...entry.fields.getInputProps('assignee')}
        name="assignee"
        label="Name or email"
        description="Someone who works at the help desk."
        withAsterisk
        most={1}
        data-autofocus
      />
    </EntryForm>
  );
}
