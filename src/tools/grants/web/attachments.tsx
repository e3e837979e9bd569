import { Button } from '@mantine/core';
import { Paperclip } from 'lucide-react';
import { useState } from 'react';
import { pathOf } from '../../../platform/contract/call.ts';
import { FileField } from '../../../platform/ui/file-field.tsx';
import { FileName } from '../../../platform/ui/file-name.tsx';
import { sizeInWords } from '../../../platform/ui/file-size.ts';
import { Panel } from '../../../platform/ui/panel.tsx';
import { useWrite } from '../../../platform/web/client/query.ts';
import { showToast } from '../../../platform/web/feedback/toasts.ts';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import { EntryForm } from '../../../platform/web/form/entry-form.tsx';
import { useEntryForm } from '../../../platform/web/form/use-entry-form.ts';
import { type ApplicationDetails, mostAttachmentBytes } from '../contract/shapes.ts';
import { addAttachments, downloadGrantFile, readApplication, removeAttachment } from '../contract.ts';
import styles from './application-page.module.css';

/** The files of an application; its applicant adds more. */
export function Attachments({ application }: { application: ApplicationDetails }) {
  const { attachments, can } = application;
  // A form that was sent begins again.
  const [round, setRound] = useState(0);
  const remove = useAction(removeAttachment, { invalidates: [readApplication] });
  if (attachments.length === 0 && !can.attach) return null;
  return (
    <section aria-labelledby="grant-files">
      <h2 id="grant-files" className={styles.heading}>
        Attachments
      </h2>
      <Panel>
        {attachments.length > 0 && (
          <ul className={styles.files}>
            {attachments.map(({ id, fileName, bytes }) => (
              <li key={id} className={styles.file}>
                <a href={pathOf(downloadGrantFile, { id })} className={styles.fileLink}>
                  <Paperclip size={15} aria-hidden="true" />
                  <FileName>{fileName}</FileName>
                  <span className={styles.soft}>({sizeInWords(bytes)})</span>
                </a>
                {can.detach && (
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`Remove ${fileName}`}
                    onClick={() =>
                      void remove.run(
                        { params: { id } },
                        { done: `Removed ${fileName}`, failed: `${fileName} was not removed` },
                      )
                    }
                  >
                    Remove
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
        {can.attach && <Form key={round} id={application._id} onDone={() => setRound(round + 1)} />}
      </Panel>
    </section>
  );
}

function Form({ id, onDone }: { id: string; onDone: () => void }) {
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
      showToast({ title: 'Files added' });
      onDone();
    },
  });
  return (
    <EntryForm entry={entry} action="Add files">
      <FileField
        {...entry.fields.getInputProps('attachments')}
        name="attachments"
        label="Files"
        hint={`Invitations, programs, and receipts, ${mostAttachmentBytes / (1024 * 1024)} MB in all`}
        multiple
      />
    </EntryForm>
  );
}
