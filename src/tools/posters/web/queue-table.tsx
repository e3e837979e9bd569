import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { FileName } from '../../../platform/ui/file-name.tsx';
import { joinParts } from '../../../platform/ui/join-parts.ts';
import { Soft, Stacked } from '../../../platform/ui/stacked.tsx';
import { formatDay } from '../../../platform/ui/zoned-time.ts';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import { sizeInWords } from '../contract/poster-size.ts';
import type { QueuedPoster } from '../contract/shapes.ts';
import { fileAddress, posterPath } from './links.ts';
import { MoveButtons } from './move-buttons.tsx';
import styles from './posters.module.css';
import { StateTag } from './state-tag.tsx';

const columns: Column<QueuedPoster>[] = [
  {
    title: 'Poster',
    cell: ({ id, number, fileName, requester }) => (
      <Stacked>
        <AppLink to={posterPath(id)}>
          <FileName>{fileName}</FileName>
        </AppLink>
        <Soft>{joinParts([`#${number}`, requester])}</Soft>
      </Stacked>
    ),
  },
  {
    title: 'Print',
    cell: ({ numberOfCopies, paper, finish, ...size }) => (
      <Stacked>
        <span>
          {sizeInWords(size)}, {numberOfCopies} {numberOfCopies === 1 ? 'copy' : 'copies'}
        </span>
        <Soft>{joinParts([paper, finish])}</Soft>
      </Stacked>
    ),
  },
  { title: 'Needed by', width: 'fit', cell: ({ neededBy }) => formatDay(neededBy) },
  { title: 'Status', width: 'fit', cell: ({ state }) => <StateTag state={state} /> },
  {
    title: 'Actions',
    unlabeled: true,
    width: 'fit',
    cell: (row) => (
      <div className={styles.rowActions}>
        {row.hasFile && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Download poster #${row.number}`}
            leftSection={<Download size={15} aria-hidden="true" />}
            renderRoot={(props) => <a href={fileAddress(row.id)} {...props} />}
          >
            PDF
          </Button>
        )}
        <MoveButtons poster={row} isShort />
      </div>
    ),
  },
];

export function QueueTable({ rows }: { rows: readonly QueuedPoster[] }) {
  return <DataTable caption="Poster requests" columns={columns} rows={rows} keyOf={({ id }) => id} />;
}
