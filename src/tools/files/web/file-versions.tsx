import { Button } from '@mantine/core';
import { Buttons } from '../../../platform/ui/buttons.tsx';
import { DataTable } from '../../../platform/ui/data-table.tsx';
import { sizeInWords } from '../../../platform/ui/file-size.ts';
import { Panel } from '../../../platform/ui/panel.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { FileDetails } from '../contract/shapes.ts';
import styles from './file-screen.module.css';
import { downloadAddress } from './link-to.ts';
import { useRestoreVersion } from './use-file-actions.ts';

/** What a file was and is; older versions can be restored. */
export function FileVersions({ file }: { file: FileDetails }) {
  const restore = useRestoreVersion();
  return (
    <section className={styles.section}>
      <h2>Versions</h2>
      <Panel flush>
        <DataTable
          caption="Versions, newest first"
          rows={file.versions}
          keyOf={({ number }) => String(number)}
          columns={[
            {
              title: 'Version',
              width: 'fit',
              cell: ({ number, isCurrent }) => (
                <span className={styles.version}>
                  {number} {isCurrent && <Tag tone="good">Current</Tag>}
                </span>
              ),
            },
            {
              title: 'Uploaded',
              cell: ({ createdAt, createdBy }) => (
                <span>
                  <CampusTime value={createdAt} /> <span className={styles.soft}>by {createdBy}</span>
                </span>
              ),
            },
            { title: 'Size', width: 'fit', align: 'end', cell: ({ bytes }) => sizeInWords(bytes) },
            {
              title: 'Downloads',
              width: 'fit',
              align: 'end',
              cell: ({ downloads }) => downloads.toLocaleString('en-US'),
            },
            {
              title: 'Actions',
              width: 'fit',
              unlabeled: true,
              cell: ({ number, isCurrent }) => (
                <Buttons>
                  {file.can.download && (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      aria-label={`Download version ${number}`}
                      renderRoot={(props) => <a href={downloadAddress(file._id, number)} {...props} />}
                    >
                      Download
                    </Button>
                  )}
                  {file.can.change && !isCurrent && (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      aria-label={`Restore version ${number}`}
                      onClick={() => void restore(file, number)}
                    >
                      Restore
                    </Button>
                  )}
                </Buttons>
              ),
            },
          ]}
        />
      </Panel>
    </section>
  );
}
