import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import { useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { OwnTicket } from '../contract/shapes.ts';
import { listMyTickets } from '../contract.ts';
import { helpDesk } from '../tool.ts';
import { ticketPath } from './links.ts';
import { StateTag } from './state-tag.tsx';
import styles from './tickets.module.css';

const columns: Column<OwnTicket>[] = [
  {
    title: 'Subject',
    cell: ({ id, subject }) => (
      <AppLink to={ticketPath(id)} className={styles.subject}>
        {subject}
      </AppLink>
    ),
  },
  { title: 'Number', width: 'fit', cell: ({ number }) => <span className={styles.number}>#{number}</span> },
  {
    title: 'Status',
    width: 'fit',
    cell: (ticket) => <StateTag ticket={ticket} isOwn />,
  },
  { title: 'Last change', width: 'fit', cell: ({ changedAt }) => <CampusTime value={changedAt} /> },
];

/** What this person asked the help desk. */
export function Screen() {
  const list = useListAddress(listMyTickets);
  const tickets = useCall(listMyTickets, { query: list.query }, { keepPrevious: true });
  const submit = (
    <Button
      leftSection={<Plus size={18} aria-hidden="true" />}
      renderRoot={(props) => <AppLink to={helpDesk.screens.submit.path} {...props} />}
    >
      New ticket
    </Button>
  );
  return (
    <>
      <PageHeading lead={helpDesk.screens.mine.lead} actions={submit}>
        {helpDesk.screens.mine.title}
      </PageHeading>
      <ListView
        list={list}
        answer={tickets}
        noun={['ticket', 'tickets']}
        emptyText="When something doesn't work, ask IT."
      >
        {(rows) => (
          <DataTable
            caption="My tickets, last changed first"
            columns={columns}
            rows={rows}
            keyOf={({ id }) => id}
          />
        )}
      </ListView>
    </>
  );
}
