import { useState } from 'react';
import { TextArea } from '../../../platform/ui/text-area.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { mostAttachmentBytes, type Ticket } from '../contract/shapes.ts';
import { listMyTickets, readTicket, replyToTicket } from '../contract.ts';
import { AttachmentsField } from './attachments-field.tsx';

/** What the requester adds; it reopens a solved ticket. */
export function ReplyForm({ ticket }: { ticket: Ticket }) {
  // A form that was sent starts over.
  const [round, setRound] = useState(0);
  return <Form key={round} ticket={ticket} onDone={() => setRound(round + 1)} />;
}

function Form({ ticket, onDone }: { ticket: Ticket; onDone: () => void }) {
  const reply = useWrite(replyToTicket, { invalidates: [readTicket, listMyTickets] });
  const { reopen } = ticket.can;
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).replyToTicket.body.shape,
    initialValues: { text: '', attachments: [] as File[] },
    uploads: replyToTicket.body.files,
    mostBytes: mostAttachmentBytes,
    toBody: ({ text }) => ({ text }),
    send: (body, { values, uploading }) =>
      reply.send({ params: { id: ticket.id }, body, files: { attachments: values.attachments } }, uploading),
    onDone: () => {
      showToast({ title: reopen ? 'Your ticket is open again' : 'Your reply was sent' });
      onDone();
    },
  });
  return (
    <EntryForm entry={entry} action={reopen ? 'Reopen' : 'Send reply'}>
      <TextArea
        {...entry.fields.getInputProps('text')}
        name="text"
        label={reopen ? 'What is still wrong?' : 'Your reply'}
        withAsterisk
      />
      <AttachmentsField {...entry.fields.getInputProps('attachments')} />
    </EntryForm>
  );
}
