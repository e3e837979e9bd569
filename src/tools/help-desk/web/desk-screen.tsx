import { useEffect } from 'react';
import { useSearch } from 'wouter';
import { CompactSelect } from '../../../platform/ui/compact-select.tsx';
import { PageHeading } from '../../../platform/ui/page-heading.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { CountFilters } from '../../../platform/web/list/count-filters.tsx';
import { ListToolbar } from '../../../platform/web/list/list-toolbar.tsx';
import { ListView } from '../../../platform/web/list/list-view.tsx';
import { SearchField } from '../../../platform/web/list/search-field.tsx';
import { useListAddress } from '../../../platform/web/list/use-list-address.ts';
import { listDeskTickets, readDeskCounts, readDeskOptions } from '../contract.ts';
import { helpDesk } from '../tool.ts';
import { DeskKeys, goToRow } from './desk-keys.tsx';
import { DeskTable } from './desk-table.tsx';
import { DeskTabs } from './desk-tabs.tsx';
import { noteDeskSearch } from './links.ts';

const states = [
  { value: '', label: 'Not solved' },
  { value: 'new', label: 'New' },
  { value: 'open', label: 'Open' },
  { value: 'waiting', label: 'Waiting for requester' },
  { value: 'solved', label: 'Solved' },
  { value: 'all', label: 'All statuses' },
];

const assignments = [
  { value: '', label: 'Everyone' },
  { value: 'mine', label: 'Assigned to me' },
  { value: 'none', label: 'Unassigned' },
];

const counted = [
  { of: 'new', title: 'New', filter: 'state', value: 'new' },
  { of: 'open', title: 'Open', filter: 'state', value: 'open' },
  { of: 'waiting', title: 'Waiting for requester', filter: 'state', value: 'waiting' },
  { of: 'mine', title: 'Assigned to me', filter: 'assigned', value: 'mine' },
  { of: 'unassigned', title: 'Unassigned', filter: 'assigned', value: 'none' },
] as const;

const focusOn = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();

const keys = [
  { key: 'j', what: 'Next ticket', act: () => goToRow(1) },
  { key: 'k', what: 'Previous ticket', act: () => goToRow(-1) },
  { key: '/', what: 'Search', act: () => focusOn('main input[type=search]') },
];

/** The tickets that the desk works on. */
export function Screen() {
  const search = useSearch();
  useEffect(() => noteDeskSearch(search), [search]);
  const list = useListAddress(listDeskTickets);
  const tickets = useCall(listDeskTickets, { query: list.query as never }, { keepPrevious: true });
  const counts = useCall(readDeskCounts, {}).data?.data;
  const options = useCall(readDeskOptions, {}).data?.data;
  const { filters, setFilter } = list;
  const known = options?.categories ?? [];
  const categories =
    filters.category === '' || known.includes(filters.category) ? known : [...known, filters.category];
  return (
    <>
      <PageHeading lead={helpDesk.screens.desk.lead} actions={<DeskKeys keys={keys} />}>
        {helpDesk.screens.desk.title}
      </PageHeading>
      <DeskTabs />
      <CountFilters
        label="Tickets that are not solved"
        list={list}
        counts={counted.map(({ of, ...rest }) => ({ ...rest, count: counts?.[of] }))}
      />
      <ListToolbar>
        <SearchField
          label="Search tickets"
          placeholder="Subject, person, or number"
          value={filters.search}
          onSearch={(text) => setFilter('search', text)}
        />
        <CompactSelect
          label="Status"
          value={filters.state}
          onChange={(value) => setFilter('state', value)}
          options={states}
        />
        <CompactSelect
          label="Category"
          value={filters.category}
          onChange={(value) => setFilter('category', value)}
          options={[
            { value: '', label: 'All categories' },
            ...categories.map((name) => ({ value: name, label: name })),
          ]}
        />
        <CompactSelect
          label="Assigned"
          value={filters.assigned}
          onChange={(value) => setFilter('assigned', value)}
          options={assignments}
        />
      </ListToolbar>
      <ListView list={list} answer={tickets} noun={['ticket', 'tickets']} emptyText="Everything is answered.">
        {(rows) => <DeskTable rows={rows} />}
      </ListView>
    </>
  );
}
