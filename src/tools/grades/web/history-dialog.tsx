import { Button } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import { counted } from '../../../platform/contract/counted.ts';
import { Dialog } from '../../../platform/ui/dialog.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { Pending } from '../../../platform/web/feedback/page-pending.tsx';
import { useAction } from '../../../platform/web/feedback/use-action.ts';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import {
  type GradeFile,
  type GradeUpload,
  listGradeFiles,
  listGradeUploads,
  readGrades,
  undoDays,
  undoGradeUpload,
} from '../contract.ts';
import styles from './files.module.css';

interface HistoryDialogProps {
  file: GradeFile;
  open: boolean;
  onClose: () => void;
}

/** The uploads of a grade file, and a way back from the newest one. */
export function HistoryDialog({ file, open, onClose }: HistoryDialogProps) {
  const params = { id: file.id };
  const answer = useCall(listGradeUploads, { params }, { enabled: open });
  const undo = useAction(undoGradeUpload, { invalidates: [listGradeFiles, listGradeUploads, readGrades] });
  const uploads = answer.data?.data;
  const name = `${file.term} ${file.year}`;
  const run = (upload: GradeUpload) =>
    undo.run(
      { params: { ...params, uploadId: upload.id } },
      {
        confirm: {
          title: 'Undo this upload?',
          text: `${upload.sections.join(', ')} of ${name} become what they were before. To get the upload back, upload its file again.`,
          action: 'Undo upload',
          danger: true,
        },
        done: 'Upload undone',
        failed: 'The upload was not undone',
      },
    );
  return (
    <Dialog open={open} onClose={onClose} title={`History of ${name}`} shape="wide">
      <p className={styles.soft}>The newest upload can be undone for {undoDays} days.</p>
      {uploads === undefined && <Pending answer={answer} what="the history" rows={3} />}
      {uploads !== undefined && (
        <ul className={styles.uploads}>
          {uploads.map((upload) => (
            <li key={upload.id} className={styles.upload}>
              <div className={styles.what}>
                <span>
                  <CampusTime value={upload.at} /> by {upload.by}{' '}
                  {upload.undoneAt !== null && <Tag>Undone</Tag>}
                </span>
                <span>{upload.sections.join(', ')}</span>
                <span className={styles.soft}>
                  {counted(upload.added, 'row', 'rows')} added, {upload.changed.toLocaleString('en-US')}{' '}
                  changed, {upload.removed.toLocaleString('en-US')} removed
                </span>
              </div>
              {upload.can.undo && (
                <Button
                  variant="default"
                  size="compact-md"
                  leftSection={<Undo2 size={16} aria-hidden="true" />}
                  loading={undo.isPending}
                  onClick={() => void run(upload)}
                >
                  Undo
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
