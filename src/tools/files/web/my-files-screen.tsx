import { Download, Inbox } from 'lucide-react';
import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { EmptyState } from '../../../platform/ui/empty-state.tsx';
import { FileName, shownName } from '../../../platform/ui/file-name.tsx';
import { sizeInWords } from '../../../platform/ui/file-size.ts';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Panel } from '../../../platform/ui/panel.tsx';
import { Soft, Stacked } from '../../../platform/ui/stacked.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { Pending } from '../../../platform/web/feedback/page-pending.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { MyFile } from '../contract/shapes.ts';
import { listMyFiles } from '../contract.ts';
import { files } from '../tool.ts';
import styles from './files.module.css';
import { downloadAddress } from './link-to.ts';

const columns: Column<MyFile>[] = [
  {
    title: 'Filename',
    cell: (file) => (
      <Stacked>
        <FileName>{file.originalFilename}</FileName>
        <Soft>
          {file.contentType}, {sizeInWords(file.bytes)}
        </Soft>
      </Stacked>
    ),
  },
  { title: 'Created', width: 'fit', cell: (file) => <CampusTime value={file.createdAt} style="date" /> },
  {
    title: 'Last updated',
    width: 'fit',
    cell: (file) => <CampusTime value={file.lastUpdated} style="date" />,
  },
  {
    title: 'Download',
    width: 'fit',
    unlabeled: true,
    cell: (file) =>
      file.can.download ? (
        <a
          href={downloadAddress(file._id)}
          className={styles.download}
          aria-label={`Download ${shownName(file.originalFilename)}`}
        >
          <Download size={16} aria-hidden="true" />
          Download
        </a>
      ) : (
        <Tag>Certain networks</Tag>
      ),
  },
];

/** Everything that was published for one of this person's groups. */
export function Screen() {
  const mine = useCall(listMyFiles, {});
  return (
    <>
      <PageHeading lead={files.screens.mine.lead}>{files.screens.mine.title}</PageHeading>
      <Panel flush>
        {mine.data === undefined && <Pending answer={mine} what="your files" rows={8} />}
        {mine.data?.data.length === 0 && (
          <EmptyState icon={<Inbox size={26} />} title="No Data Available">
            Files appear here when IT publishes them for you.
          </EmptyState>
        )}
        {mine.data !== undefined && mine.data.data.length > 0 && (
          <DataTable
            caption="My files, newest first"
            columns={columns}
            rows={mine.data.data}
            keyOf={({ _id }) => _id}
          />
        )}
      </Panel>
      {mine.data !== undefined && (
        <p className={styles.total} role="status">
          {tellTotal(mine.data.data.length, mine.data.meta.total)}
        </p>
      )}
    </>
  );
}

function tellTotal(shown: number, total: number): string {
  if (shown < total)
    return `The newest ${shown.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} files are shown.`;
  return total === 1 ? '1 file' : `${total.toLocaleString('en-US')} files`;
}
