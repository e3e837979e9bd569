import { Download, Trash2 } from 'lucide-react';
import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { FileName, shownName } from '../../../platform/ui/file-name.tsx';
import { IconButton } from '../../../platform/ui/icon-button.tsx';
import { RowActions } from '../../../platform/ui/row-actions.tsx';
import { Stacked } from '../../../platform/ui/stacked.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import { UrlText } from '../../../platform/ui/url-text.tsx';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { PublishedFile } from '../contract/shapes.ts';
import { files } from '../tool.ts';
import styles from './files.module.css';
import { downloadAddress } from './link-to.ts';

interface FilesTableProps {
  rows: readonly PublishedFile[];
  onDelete: (file: PublishedFile) => void;
}

export function FilesTable({ rows, onDelete }: FilesTableProps) {
  const columns: Column<PublishedFile>[] = [
    {
      title: 'Filename',
      cell: (file) => (
        <Stacked>
          <AppLink to={files.screens.file.path.replace(':id', file._id)}>
            <FileName>{file.originalFilename}</FileName>
          </AppLink>
          <StateTag file={file} />
        </Stacked>
      ),
    },
    {
      title: 'Path',
      cell: (file) => (
        <span className={styles.path}>
          <UrlText>{folderOf(file)}</UrlText>
        </span>
      ),
    },
    { title: 'Created', width: 'fit', cell: (file) => <CampusTime value={file.createdAt} style="date" /> },
    { title: 'Authorization groups', cell: (file) => <Audience file={file} /> },
    {
      title: 'Actions',
      width: 'fit',
      unlabeled: true,
      cell: (file) => (
        <RowActions>
          {file.can.download && (
            <a
              href={downloadAddress(file._id)}
              className={styles.icon}
              aria-label={`Download ${shownName(file.originalFilename)}`}
              title="Download"
            >
              <Download size={17} aria-hidden="true" />
            </a>
          )}
          {file.can.delete && (
            <IconButton
              label={`Delete ${shownName(file.originalFilename)}`}
              tone="danger"
              onClick={() => onDelete(file)}
            >
              <Trash2 size={17} aria-hidden="true" />
            </IconButton>
          )}
        </RowActions>
      ),
    },
  ];
  return <DataTable caption="Files, newest first" columns={columns} rows={rows} keyOf={({ _id }) => _id} />;
}

/** The folder; the name comes before it. */
function folderOf({ filepath }: PublishedFile): string {
  return shownName(filepath.slice(0, filepath.lastIndexOf('/') + 1));
}

function Audience({ file }: { file: PublishedFile }) {
  const { adGroups, ipAddresses } = file.authConfig;
  return (
    <span className={styles.groups}>
      {adGroups.length === 0 ? (
        <Tag tone="good">Everyone</Tag>
      ) : (
        adGroups.map((name) => <Tag key={name}>{name}</Tag>)
      )}
      {ipAddresses.length > 0 && <Tag>Certain networks</Tag>}
    </span>
  );
}

/** What a file is besides published; nothing for most of them. */
function StateTag({ file }: { file: PublishedFile }) {
  const words = { published: null, withdrawn: 'Withdrawn', deleted: 'Deleted', retired: 'Retired' }[
    file.state
  ];
  if (words === null && !file.automationManaged) return null;
  return (
    <span className={styles.groups}>
      {words !== null && <Tag tone="bad">{words}</Tag>}
      {file.automationManaged && <Tag>Automation</Tag>}
    </span>
  );
}
