import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { joinParts } from '../../../platform/ui/join-parts.ts';
import { Soft, Stacked } from '../../../platform/ui/stacked.tsx';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { DeskTicket } from '../contract/desk-shapes.ts';
import { deskTicketPath } from './links.ts';
import { StateTag } from './state-tag.tsx';

const columns: Column<DeskTicket>[] = [
  {
    title: 'Subject',
    cell: ({ id, number, subject, category }) => (
      <Stacked>
        <AppLink to={deskTicketPath(id)} data-ticket={id}>
          {subject}
        </AppLink>
        <Soft>{joinParts([`#${number}`, category ?? ''])}</Soft>
      </Stacked>
    ),
  },
  { title: 'Requester', cell: ({ requester }) => requester.name },
  {
    title: 'Status',
    width: 'fit',
    cell: (ticket) => <StateTag ticket={ticket} />,
  },
  {
    title: 'Assigned to',
    cell: ({ assignee, isMine }) => (isMine ? <strong>You</strong> : (assignee ?? <Soft>Unassigned</Soft>)),
  },
  { title: 'Waiting since', width: 'fit', cell: ({ waitingSince }) => <CampusTime value={waitingSince} /> },
];

export function DeskTable({ rows }: { rows: readonly DeskTicket[] }) {
  return <DataTable caption="Help desk tickets" columns={columns} rows={rows} keyOf={({ id }) => id} />;
}
