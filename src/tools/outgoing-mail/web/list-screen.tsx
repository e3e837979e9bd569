import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { useEveryFewSeconds } from '../../../platform/web/client/use-every-few-seconds.ts';
import { ListToolbar } from '../../../platform/web/list/list-toolbar.tsx';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import { SearchField } from '../../../platform/web/list/search-field.tsx';
import { useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import { listOutgoingMail, type Summary } from '../contract.ts';
import { outgoingMail } from '../tool.ts';
import { Recipients } from './recipients.tsx';

const columns: Column<Summary>[] = [
  {
    title: 'Subject',
    cell: ({ id, subject }) => (
      <AppLink to={outgoingMail.screens.email.path.replace(':id', id)}>{subject}</AppLink>
    ),
  },
  { title: 'To', cell: ({ to }) => <Recipients to={to} /> },
  { title: 'Sent', width: 'fit', cell: ({ at }) => <CampusTime value={at} /> },
];

/** What Quad sent to the made-up people, newest first. A new email shows up without a reload. */
export function Screen() {
  const list = useListAddress(listOutgoingMail);
  const emails = useCall(listOutgoingMail, { query: list.query }, { keepPrevious: true });
  useEveryFewSeconds([emails], emails.error?.isSignedOut !== true);
  const { search } = list.filters;
  return (
    <>
      <PageHeading lead={outgoingMail.screens.list.lead}>{outgoingMail.screens.list.title}</PageHeading>
      <ListToolbar>
        <SearchField
          label="Search address and subject"
          value={search}
          onSearch={(text) => list.setFilter('search', text)}
        />
      </ListToolbar>
      <ListView
        list={list}
        answer={emails}
        noun={['email', 'emails']}
        emptyText="Quad has sent nothing to the made-up people in the last 7 days."
      >
        {(rows) => (
          <DataTable caption="Emails, newest first" columns={columns} rows={rows} keyOf={({ id }) => id} />
        )}
      </ListView>
    </>
  );
}
