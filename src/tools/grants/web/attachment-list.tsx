import { Button } from '@mantine/core';
import { Paperclip } from 'lucide-react';
import { pathOf } from '../../../platform/contract/call.ts';
import { FileName } from '../../../platform/ui/file-name.tsx';
import { sizeInWords } from '../../../platform/ui/file-size.ts';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import type { ApplicationDetails } from '../contract/shapes.ts';
import { downloadGrantFile, readApplication, removeAttachment } from '../contract.ts';
import styles from './application-page.module.css';

interface AttachmentListProps {
  attachments: ApplicationDetails['attachments'];
  canRemove: boolean;
}

/** Files to download; the applicant removes those that may still change. Nothing if there are none. */
export function AttachmentList({ attachments, canRemove }: AttachmentListProps) {
  const remove = useAction(removeAttachment, { invalidates: [readApplication] });
  if (attachments.length === 0) return null;
  return (
    <ul className={styles.files}>
      {attachments.map(({ id, fileName, bytes }) => (
        <li key={id} className={styles.file}>
          <a download href={pathOf(downloadGrantFile, { id })} className={styles.fileLink}>
            <Paperclip size={15} aria-hidden="true" />
            <FileName>{fileName}</FileName>
            <span className={styles.soft}>({sizeInWords(bytes)})</span>
          </a>
          {canRemove && (
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
  );
}
