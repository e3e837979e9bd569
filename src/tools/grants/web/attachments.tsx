import { useState } from 'react';
import { FileField } from '../../../platform/ui/file-field.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { type ApplicationDetails, mostAttachmentBytes } from '../contract/shapes.ts';
import { addAttachments, readApplication } from '../contract.ts';
import styles from './application-page.module.css';
import { AttachmentList } from './attachment-list.tsx';

/** The files of an application; its applicant adds more until it is decided. */
export function Attachments({ application }: { application: ApplicationDetails }) {
  const { can, report } = application;
  const attachments = application.attachments.filter(({ isReceipt }) => !isReceipt);
  const mayAdd = can.attach && report === null;
  if (attachments.length === 0 && !mayAdd) return null;
  return (
    <section aria-labelledby="grant-files" data-no-print={attachments.length === 0 || undefined}>
      <h2 id="grant-files" className={styles.heading}>
        Attachments
      </h2>
      <Panel>
        <AttachmentList attachments={attachments} canRemove={can.detach} />
        {mayAdd && (
          <div data-no-print>
            <AddFiles id={application._id} label="Files" action="Add files" />
          </div>
        )}
      </Panel>
    </section>
  );
}

interface AddFilesProps {
  id: string;
  label: string;
  action: string;
}

/** Adds files right away, without anything else. */
export function AddFiles(props: AddFilesProps) {
  // A form that was sent starts over.
  const [round, setRound] = useState(0);
  return <Form key={round} {...props} onDone={() => setRound(round + 1)} />;
}

/** The limit of one upload. */
export const sizeHint = `${mostAttachmentBytes / (1024 * 1024)} MB in total`;

function Form({ id, label, action, onDone }: AddFilesProps & { onDone: () => void }) {
  const add = useWrite(addAttachments, { invalidates: [readApplication] });
  const entry = useEntryForm({
    shape: async () => (await import('../contract.ts')).addAttachments.body.shape,
    initialValues: { attachments: [] as File[] },
    uploads: addAttachments.body.files,
    mostBytes: mostAttachmentBytes,
    toBody: () => ({}),
    send: (body, { values, uploading }) =>
      add.send({ params: { id }, body, files: { attachments: values.attachments } }, uploading),
    onDone: () => {
      showToast({ title: `${label} added` });
      onDone();
    },
  });
  return (
    <EntryForm entry={entry} action={action}>
      <FileField
        {...entry.fields.getInputProps('attachments')}
        name="attachments"
        label={label}
        hint={sizeHint}
        multiple
      />
    </EntryForm>
  );
}
