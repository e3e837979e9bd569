import { TextArea } from '../../../platform/ui/text-area.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import type { Poster } from '../contract/shapes.ts';
import { replyAboutPoster } from '../contract.ts';
import { posterReads } from './use-moves.ts';

/** The answer to a question; with it, the form is gone. */
export function ReplyForm({ poster: { id } }: { poster: Poster }) {
  const reply = useWrite(replyAboutPoster, { invalidates: posterReads });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).replyAboutPoster.body.shape,
    initialValues: { text: '' },
    toBody: (values) => values,
    send: (body) => reply.send({ params: { id }, body }),
    onDone: () => showToast({ title: 'Your reply was sent' }),
  });
  return (
    <EntryForm entry={entry} action="Send reply">
      <TextArea
        {...entry.fields.getInputProps('text')}
        name="text"
        label="Your reply"
        description="For a different file, send a new request, and say so here."
        withAsterisk
      />
    </EntryForm>
  );
}
