import { TextArea } from '../../../platform/ui/text-area.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import type { DeskDetails } from '../contract/desk-shapes.ts';
import { addNote, readDeskTicket } from '../contract.ts';

/** Only for the desk. */
export function NoteForm({ ticket, onDone }: { ticket: DeskDetails; onDone: () => void }) {
  const add = useWrite(addNote, { invalidates: [readDeskTicket] });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).addNote.body.shape,
    initialValues: { text: '' },
    toBody: (values) => values,
    send: (body) => add.send({ params: { id: ticket.id }, body }),
    onDone: () => {
      showToast({ title: 'Note added' });
      onDone();
    },
  });
  return (
    <EntryForm entry={entry} action="Add note">
      <TextArea
        {...entry.fields.getInputProps('text')}
        name="text"
        label="Internal note"
        description="Only the help desk reads it."
        withAsterisk
      />
    </EntryForm>
  );
}
