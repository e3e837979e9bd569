import { type Column, DataTable } from '../../../platform/ui/data-table.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { Soft, Stacked } from '../../../platform/ui/stacked.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { ListToolbar } from '../../../platform/web/list/list-toolbar.tsx';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import { SearchField } from '../../../platform/web/list/search-field.tsx';
import { useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { AppLink } from '../../../platform/web/routes/link.tsx';
import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import { listRuns, type Run } from '../contract.ts';
import { pcard } from '../tool.ts';
import { PcardTabs } from './pcard-tabs.tsx';
import { sayMoney } from './say.ts';
import { StateTag } from './state-tag.tsx';

const columns: readonly Column<Run>[] = [
  {
    title: 'Journal',
    width: 'fit',
    cell: ({ id, journalLogNumber }) => (
      <AppLink to={pcard.screens.run.path.replace(':id', id)}>{journalLogNumber}</AppLink>
    ),
  },
  {
    title: 'Processed',
    cell: ({ processedAt, processedBy }) => (
      <Stacked>
        <CampusTime value={processedAt} />
        <Soft>by {processedBy}</Soft>
      </Stacked>
    ),
  },
  {
    title: 'File',
    cell: ({ fileName, profile }) => (
      <Stacked>
        <span>{fileName}</span>
        <Soft>{profile}</Soft>
      </Stacked>
    ),
  },
  {
    title: 'Transactions',
    width: 'fit',
    align: 'end',
    cell: ({ transactions }) => transactions.toLocaleString('en-US'),
  },
  { title: 'Debits', width: 'fit', align: 'end', cell: ({ debits }) => sayMoney(debits) },
  { title: 'Status', width: 'fit', cell: (run) => <StateTag run={run} /> },
];

/** The history: every journal that was made. */
export function Screen() {
  const list = useListAddress(listRuns);
  const answer = useCall(listRuns, { query: list.query as never }, { keepPrevious: true });
  const { title, lead } = pcard.screens.runs;
  return (
    <>
      <PageHeading lead={lead}>{title}</PageHeading>
      <PcardTabs />
      <ListToolbar>
        <SearchField
          label="Journal log number"
          value={list.filters.journalLogNumber}
          onSearch={(text) => list.setFilter('journalLogNumber', text)}
        />
      </ListToolbar>
      <ListView
        list={list}
        answer={answer}
        noun={['run', 'runs']}
        emptyText="A run appears here once a file was processed."
      >
        {(rows) => (
          <DataTable caption="Runs, newest first" columns={columns} rows={rows} keyOf={({ id }) => id} />
        )}
      </ListView>
    </>
  );
}
