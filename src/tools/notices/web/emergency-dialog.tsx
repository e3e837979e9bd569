import { useState } from 'react';
import { TextField } from '../../../platform/ui/text-field.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { askToConfirm } from '../../../platform/web/feedback/confirm.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { FormDialog } from '../../../platform/web/form/form-dialog.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { pageData } from '../../../platform/web/session/page-data.ts';
import { listPublishedNotices, publishEmergency } from '../contract.ts';
import { peopleWords } from './audience-words.ts';
import { NoticeFields } from './notice-fields.tsx';
import { Preview } from './notice-preview.tsx';
import { bodyOf, type NoticeValues, valuesOf } from './notice-values.ts';
import styles from './notices.module.css';

const { timeZone } = pageData.campus;

interface EmergencyDialogProps {
  open: boolean;
  onClose: () => void;
}

export function EmergencyDialog({ open, onClose }: EmergencyDialogProps) {
  return (
    <FormDialog open={open} onClose={onClose} shape="wide" title="Publish an emergency">
      {(cancel) => <EmergencyForm onDone={onClose} onCancel={cancel} />}
    </FormDialog>
  );
}

const day = 86_400_000;

function EmergencyForm({ onDone, onCancel }: { onDone: () => void; onCancel: () => void }) {
  const publish = useWrite(publishEmergency, { invalidates: [listPublishedNotices] });
  const [initialValues] = useState<NoticeValues & { people: string }>(() => ({
    ...valuesOf(null, timeZone, day),
    tone: 'emergency',
    people: '',
  }));
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).newEmergency,
    initialValues,
    toBody: (values) => ({ ...bodyOf(values, null, timeZone), people: numberOf(values.people) }),
    mayGoOn: ({ people }) =>
      askToConfirm({
        title: `Publish this emergency to ${peopleWords(numberOf(people))}?`,
        text: "It shows on every page for them right away, and goes out by email. An email can't be taken back. It does not replace the college's alert system.",
        action: `Publish to ${peopleWords(numberOf(people))}`,
        danger: true,
      }),
    send: (body) => publish.send({ body }),
    onDone: ({ data }) => {
      showToast({ title: 'Published', text: `${peopleWords(data.emailedTo)} get it by email.` });
      onDone();
    },
  });
  const { fields } = entry;
  return (
    <EntryForm entry={entry} action="Publish emergency" onCancel={onCancel} isLong>
      <p className={styles.warning}>
        An emergency is on every page and goes out by email. It does not replace the college's alert system.
        If people are in danger, use that first.
      </p>
      <NoticeFields fields={fields as never} hasBegun />
      <Preview values={fields.values} />
      <TextField
        {...fields.getInputProps('people')}
        name="people"
        label="Number of people who get it"
        description="Type the number below the preview to confirm."
        inputMode="numeric"
        withAsterisk
      />
    </EntryForm>
  );
}

/** `1,203` as people type it. */
function numberOf(typed: string): number {
  const digits = typed.replace(/[,\s]/g, '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : -1;
}
