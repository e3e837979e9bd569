import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { CompactSelect } from '../../../platform/ui/compact-select.tsx';
import { useCall } from '../../../platform/web/client/query.ts';
import { DayFilter } from '../../../platform/web/list/day-filter.tsx';
import { SearchField } from '../../../platform/web/list/search-field.tsx';
import type { ListState } from '../../../platform/web/list/use-list-address.ts';
import { listAuditActions, type listAuditEntries } from '../contract.ts';
import styles from './audit.module.css';
import { actionWords } from './words.ts';

type Filter = (typeof listAuditEntries)['list']['filters'][number];

/** What narrows the list. */
export function EntryFilters({ list }: { list: ListState<Filter> }) {
  const { filters, setFilter } = list;
  return (
    <section className={styles.filters} aria-label="Filters" data-no-print>
      <Labeled label="Who">
        <SearchField
          label="Who"
          placeholder="Person, email, token"
          value={filters.person}
          onSearch={(text) => setFilter('person', text)}
        />
      </Labeled>
      <Labeled label="Whose data">
        <SearchField
          label="Whose data"
          placeholder="Name, email, ID"
          value={filters.about}
          onSearch={(text) => setFilter('about', text)}
        />
      </Labeled>
      <Labeled label="Action">
        <ActionSelect value={filters.action} onChange={(action) => setFilter('action', action)} />
      </Labeled>
      <Labeled label="Subject">
        <SearchField
          label="Subject"
          placeholder="ID"
          value={filters.subject}
          onSearch={(text) => setFilter('subject', text)}
        />
      </Labeled>
      <DayFilter name="from" label="From" value={filters.from} onChange={(day) => setFilter('from', day)} />
      <DayFilter name="to" label="To" value={filters.to} onChange={(day) => setFilter('to', day)} />
      {list.isFiltered && (
        <Button variant="subtle" size="sm" className={styles.clear ?? ''} onClick={list.clearFilters}>
          Clear all filters
        </Button>
      )}
    </section>
  );
}

/** Each noun, followed by what is done with it. */
function ActionSelect({ value, onChange }: { value: string; onChange: (action: string) => void }) {
  const known = useCall(listAuditActions, {}).data?.data ?? [];
  const nouns = [...new Set(known.map((action) => action.split('.')[0] ?? ''))];
  const values = nouns.flatMap((noun) => {
    const actions = known.filter((action) => action.startsWith(`${noun}.`));
    return actions.length > 1 ? [noun, ...actions] : actions;
  });
  // An address may name one before the list has loaded.
  const shown = value === '' || values.includes(value) ? values : [...values, value];
  const labelOf = (action: string) =>
    action.includes('.') ? actionWords(action) : `${actionWords(action)}: everything`;
  const options = [
    { value: '', label: 'All' },
    ...shown.map((action) => ({ value: action, label: labelOf(action) })),
  ];
  return <CompactSelect label="Action" value={value} onChange={onChange} options={options} />;
}

/** A control that says its own name to screen readers. */
function Labeled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <span aria-hidden="true">{label}</span>
      {children}
    </div>
  );
}
