import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { Soft, Stacked } from '../../../platform/ui/stacked.tsx';
import { Tag } from '../../../platform/ui/tag.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { Run } from '../contract.ts';

const states = {
  waiting: { tone: 'warning', word: 'Waiting' },
  applied: { tone: 'good', word: 'Applied' },
  discarded: { tone: 'neutral', word: 'Discarded' },
  failed: { tone: 'bad', word: 'Failed' },
} as const;

const counted = (figure: number) => figure.toLocaleString('en-US');

const columns: readonly Column<Run>[] = [
  {
    title: 'Imported',
    cell: (run) => (
      <Stacked>
        <CampusTime value={run.createdAt} />
        <Soft>by {run.createdBy}</Soft>
      </Stacked>
    ),
  },
  {
    title: 'Status',
    cell: ({ state, reason, note, decidedBy }) => (
      <Stacked>
        <span>
          <Tag tone={states[state].tone}>{states[state].word}</Tag>
        </span>
        {reason !== null && <Soft>{reason}</Soft>}
        {note !== null && <Soft>{note}</Soft>}
        {decidedBy !== null && <Soft>by {decidedBy}</Soft>}
      </Stacked>
    ),
  },
  { title: 'People', width: 'fit', align: 'end', cell: ({ records }) => counted(records) },
  { title: 'Added', width: 'fit', align: 'end', cell: ({ added }) => counted(added) },
  { title: 'Changed', width: 'fit', align: 'end', cell: ({ changed }) => counted(changed) },
  { title: 'Removed', width: 'fit', align: 'end', cell: ({ gone }) => counted(gone) },
];

/** Every time that the directory was read. */
export function RunsTable({ runs }: { runs: readonly Run[] }) {
  return (
    <DataTable
      caption="Imports of the directory, newest first"
      columns={columns}
      rows={runs}
      keyOf={({ id }) => id}
    />
  );
}
