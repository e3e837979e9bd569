import { TextArea } from '../../../platform/ui/text-area.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { FormDialog } from '../../../platform/web/form/form-dialog.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { useSeenVersion } from '../../../platform/web/form/use-seen-version.ts';
import type { QueuedPoster } from '../contract/shapes.ts';
import { movePoster } from '../contract.ts';
import { moveWords, posterReads, saidOf, type WordyMove } from './use-moves.ts';

const words = {
  question: { label: 'Your question', description: 'The requester reads it and answers here.' },
  cancelled: { label: 'Reason', description: 'The requester reads it.' },
  ready: { label: 'Message', description: 'For the requester, such as where to pick it up.' },
} as const;

interface WordsDialogProps {
  open: boolean;
  onClose: () => void;
  move: WordyMove;
  poster: QueuedPoster;
}

/** A move by the mail room with a message for the requester. */
export function WordsDialog({ open, onClose, move, poster }: WordsDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title={`${moveWords[move]}: poster #${poster.number}`}>
      {(cancel) => <WordsForm move={move} poster={poster} onDone={onClose} onCancel={cancel} />}
    </FormDialog>
  );
}

interface WordsFormProps {
  move: WordyMove;
  poster: QueuedPoster;
  onDone: () => void;
  onCancel: () => void;
}

function WordsForm({ move, poster: { id, number, version }, onDone, onCancel }: WordsFormProps) {
  const write = useWrite(movePoster, { invalidates: posterReads });
  const seen = useSeenVersion(version);
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).movePoster.body.shape,
    initialValues: { text: '' },
    toBody: ({ text }) => ({ state: move, text, version: seen.version }),
    send: (body) => write.send({ params: { id }, body }),
    onProblem: seen.onProblem,
    onDone: () => {
      showToast({ title: saidOf(number, move) });
      onDone();
    },
  });
  return (
    <EntryForm
      entry={entry}
      action={move === 'question' ? 'Send question' : moveWords[move]}
      onCancel={onCancel}
      {...(move === 'cancelled' ? { stay: 'Keep request' } : {})}
    >
      <TextArea
        {...entry.fields.getInputProps('text')}
        name="text"
        {...words[move]}
        withAsterisk={move === 'question'}
        data-autofocus
      />
    </EntryForm>
  );
}
