import { DoneNotice } from '../../../platform/ui/done-notice.tsx';
import { FileName } from '../../../platform/ui/file-name.tsx';
import { CopyButton } from '../../../platform/web/feedback/copy-button.tsx';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import type { PublishedFile } from '../contract/shapes.ts';
import { files } from '../tool.ts';
import { linkTo } from './link-to.ts';
import styles from './uploaded.module.css';

/** What was just published: who can see it, and the link to share. */
export function Uploaded({ file }: { file: PublishedFile }) {
  const link = linkTo(file._id);
  return (
    <DoneNotice
      label="Published"
      title={
        <AppLink to={files.screens.file.path.replace(':id', file._id)}>
          <FileName>{file.originalFilename}</FileName>
        </AppLink>
      }
    >
      <span>
        {file.audience} {!file.can.download && "You can't download it yourself from here."}
      </span>
      <span className={styles.link}>
        {link}
        <CopyButton text={link} label="Copy the link" />
      </span>
    </DoneNotice>
  );
}
