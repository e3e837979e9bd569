import { CompactSelect } from '../../../platform/ui/compact-select.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { CountFilters } from '../../../platform/web/list/count-filters.tsx';
import { ListToolbar } from '../../../platform/web/list/list-toolbar.tsx';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import { SearchField } from '../../../platform/web/list/search-field.tsx';
import { useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { posterStates } from '../contract/shapes.ts';
import { stateWords } from '../contract/state-words.ts';
import { listPosterQueue, readPosterCounts } from '../contract.ts';
import { posters } from '../tool.ts';
import { QueueTable } from './queue-table.tsx';

const states = [
  { value: '', label: 'In progress' },
  ...posterStates.map((value) => ({ value, label: stateWords[value] })),
  { value: 'all', label: 'All statuses' },
];

const counted = ['received', 'question', 'printing', 'ready'] as const;

/** What the mail room works on. */
export function Screen() {
  const list = useListAddress(listPosterQueue);
  const answer = useCall(listPosterQueue, { query: list.query as never }, { keepPrevious: true });
  const counts = useCall(readPosterCounts, {}).data?.data;
  const { filters, setFilter } = list;
  return (
    <>
      <PageHeading lead={posters.screens.queue.lead}>{posters.screens.queue.title}</PageHeading>
      <CountFilters
        label="Requests that are not over"
        list={list}
        counts={counted.map((state) => ({
          title: stateWords[state],
          filter: 'state' as const,
          value: state,
          count: counts?.[state],
        }))}
      />
      <ListToolbar>
        <SearchField
          label="Search requests"
          placeholder="File, person, or number"
          value={filters.search}
          onSearch={(text) => setFilter('search', text)}
        />
        <CompactSelect
          label="Status"
          value={filters.state}
          onChange={(value) => setFilter('state', value)}
          options={states}
        />
      </ListToolbar>
      <ListView list={list} answer={answer} noun={['request', 'requests']} emptyText="Everything is printed.">
        {(rows) => <QueueTable rows={rows} />}
      </ListView>
    </>
  );
}
