import { CheckField } from '../../../platform/ui/check-field.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { FormDialog } from '../../../platform/web/form/form-dialog.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { useNewerValues } from '../../../platform/web/form/use-newer-values.ts';
import { useSeenVersion } from '../../../platform/web/form/use-seen-version.ts';
import { pageData } from '../../../platform/web/session/page-data.ts';
import type { PublishedNotice } from '../contract/shapes.ts';
import { changeNotice, listPublishedNotices, publishNotice, readNoticeHistory } from '../contract.ts';
import { peopleWords } from './audience-words.ts';
import { NoticeFields } from './notice-fields.tsx';
import { Preview } from './notice-preview.tsx';
import { bodyOf, type NoticeValues, valuesOf } from './notice-values.ts';

const { timeZone } = pageData.campus;
const answers = [
  ['audience', 'groups'],
  ['start', 'from'],
] as const;
const invalidates = [listPublishedNotices, readNoticeHistory];

interface NoticeDialogProps {
  open: boolean;
  onClose: () => void;
  /** `null` publishes a new one; otherwise as the list now has it. */
  notice: PublishedNotice | null;
}

export function NoticeDialog({ open, onClose, notice }: NoticeDialogProps) {
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      shape="wide"
      title={notice === null ? 'Publish a notice' : 'Edit this notice'}
    >
      {(cancel) => <NoticeForm key={notice?.id} notice={notice} onDone={onClose} onCancel={cancel} />}
    </FormDialog>
  );
}

interface NoticeFormProps {
  notice: PublishedNotice | null;
  onDone: () => void;
  onCancel: () => void;
}

function NoticeForm({ notice, onDone, onCancel }: NoticeFormProps) {
  const publish = useWrite(publishNotice, { invalidates });
  const change = useWrite(changeNotice, { invalidates });
  const seen = useSeenVersion(notice?.version);
  const initialValues: NoticeValues & { emailUpdate: boolean } = {
    ...valuesOf(notice, timeZone),
    emailUpdate: false,
  };
  const isEmergency = notice?.tone === 'emergency';
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).noticeChange,
    initialValues,
    toBody: (values) => ({
      ...bodyOf(values, notice, timeZone),
      ...(seen.version === undefined ? {} : { version: seen.version }),
      ...(isEmergency ? { emailUpdate: values.emailUpdate } : {}),
    }),
    send: async (body) =>
      notice === null
        ? publish.send({ body: { ...body, tone: body.tone === 'warning' ? 'warning' : 'info' } })
        : change.send({ params: { id: notice.id }, body }),
    onProblem: seen.onProblem,
    onDone: ({ data }) => {
      const published = data.state === 'scheduled' ? 'Scheduled' : 'Published';
      const isEmailed = isEmergency && entry.fields.getValues().emailUpdate;
      showToast({
        title: notice === null ? published : 'Saved',
        ...(isEmailed ? { text: `${peopleWords(data.emailedTo)} get it by email.` } : {}),
      });
      onDone();
    },
  });
  useNewerValues(entry.fields, seen, initialValues, answers);
  const isLater = entry.fields.values.start === 'later';
  return (
    <EntryForm
      entry={entry}
      action={notice !== null ? 'Save' : isLater ? 'Schedule' : 'Publish'}
      onCancel={onCancel}
      isLong
      remedy={
        notice !== null &&
        entry.problem?.reason === 'stale-version' && (
          <span>
            It now says: <strong>{notice.title}</strong> {notice.text}
          </span>
        )
      }
    >
      <NoticeFields fields={entry.fields as never} hasBegun={notice?.state === 'showing'} />
      <Preview values={entry.fields.values} id={notice?.id} />
      {isEmergency && (
        <CheckField
          label={`Email this update to ${peopleWords(notice.emailedTo)}`}
          checked={entry.fields.values.emailUpdate}
          onChange={(checked) => entry.fields.setFieldValue('emailUpdate', checked)}
        />
      )}
    </EntryForm>
  );
}
