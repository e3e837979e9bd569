import { TextArea } from '../../../platform/ui/text-area.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { FormDialog } from '../../../platform/web/form/form-dialog.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { useSeenVersion } from '../../../platform/web/form/use-seen-version.ts';
import type { PublishedNotice } from '../contract/shapes.ts';
import { giveAllClear, listPublishedNotices, readNoticeHistory } from '../contract.ts';
import { peopleWords } from './audience-words.ts';

interface AllClearDialogProps {
  open: boolean;
  onClose: () => void;
  notice: PublishedNotice | null;
}

export function AllClearDialog({ open, onClose, notice }: AllClearDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} title="Give the all clear">
      {(cancel) =>
        notice !== null && <AllClearForm key={notice.id} notice={notice} onDone={onClose} onCancel={cancel} />
      }
    </FormDialog>
  );
}

interface AllClearFormProps {
  notice: PublishedNotice;
  onDone: () => void;
  onCancel: () => void;
}

function AllClearForm({ notice, onDone, onCancel }: AllClearFormProps) {
  const { id, title } = notice;
  const seen = useSeenVersion(notice.version);
  const give = useWrite(giveAllClear, { invalidates: [listPublishedNotices, readNoticeHistory] });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).allClear,
    initialValues: { text: '' },
    toBody: ({ text }) => ({ text, version: seen.version }),
    send: (body) => give.send({ params: { id }, body }),
    onProblem: seen.onProblem,
    onDone: ({ data }) => {
      showToast({ title: 'All clear', text: `${peopleWords(data.emailedTo)} get it by email.` });
      onDone();
    },
  });
  return (
    <EntryForm entry={entry} action="Give the all clear" onCancel={onCancel}>
      <p>
        "{title}" leaves every page now. The same groups get this text by email, and see it on their dashboard
        and home page for a day.
      </p>
      <TextArea
        {...entry.fields.getInputProps('text')}
        name="text"
        label="What people should know"
        withAsterisk
        data-autofocus
      />
    </EntryForm>
  );
}
