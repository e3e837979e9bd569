import { ChevronDown, SlidersHorizontal } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { CheckField } from '../../../platform/ui/check-field.tsx';
import { CompactSelect } from '../../../platform/ui/compact-select.tsx';
import { TextButton } from '../../../platform/ui/text-button.tsx';
import { DayFilter } from '../../../platform/web/list/day-filter.tsx';
import { SearchField } from '../../../platform/web/list/search-field.tsx';
import type { ListState } from '../../../platform/web/list/use-list-address.ts';
import { AddressFilter } from './address-filter.tsx';
import { FollowUpFilter } from './follow-up-filter.tsx';
import type { LogFilter } from './log-filter-words.ts';
import styles from './log-filters.module.css';
import { useBuildings } from './use-buildings.ts';

interface LogFiltersProps {
  list: ListState<LogFilter>;
  startsUnreviewed: boolean;
  onStartUnreviewed: (on: boolean) => void;
}

/** What narrows the list. Next to it on wide screens, behind a button on phones. */
export function LogFilters({ list, startsUnreviewed, onStartUnreviewed }: LogFiltersProps) {
  const { filters, setFilter, clearFilters, isFiltered } = list;
  const [open, setOpen] = useState(false);
  const panel = useId();
  const count = Object.values<string>(filters).filter((value) => value !== '').length;
  return (
    <section className={styles.filters} aria-label="Filters" data-no-print>
      <button
        type="button"
        className={styles.toggle}
        aria-expanded={open}
        aria-controls={panel}
        onClick={() => setOpen(!open)}
      >
        <SlidersHorizontal size={17} aria-hidden="true" />
        Filters
        {count > 0 && (
          <span className={styles.count}>
            {count}
            <span className="quad-heard"> in use</span>
          </span>
        )}
        <ChevronDown size={17} className={styles.chevron} aria-hidden="true" />
      </button>
      <div id={panel} className={styles.panel} data-open={open || undefined}>
        <div>
          <CheckField
            label="Unreviewed Logs"
            checked={filters.reviewed === 'false'}
            onChange={(checked) => setFilter('reviewed', checked ? 'false' : '')}
          />
          <AddressFilter
            label="Reviewed Logs"
            checked={filters.reviewed === 'true'}
            onChange={(checked) => setFilter('reviewed', checked ? 'true' : '')}
          />
          <FollowUpFilter value={filters.followUp} onChange={(value) => setFilter('followUp', value)} />
        </div>
        <Field label="Submitted By">
          <SearchField
            label="Submitted By"
            placeholder="Name or email"
            value={filters.submittedBy}
            onSearch={(text) => setFilter('submittedBy', text)}
          />
        </Field>
        <Field label="Reviewed By">
          <SearchField
            label="Reviewed By"
            placeholder="Name"
            value={filters.reviewedBy}
            onSearch={(text) => setFilter('reviewedBy', text)}
          />
        </Field>
        <Field label="Building">
          <BuildingSelect value={filters.building} onChange={(building) => setFilter('building', building)} />
        </Field>
        <div className={styles.dates}>
          <DayFilter
            name="from"
            label="From"
            value={filters.from}
            onChange={(day) => setFilter('from', day)}
          />
          <DayFilter name="to" label="To" value={filters.to} onChange={(day) => setFilter('to', day)} />
        </div>
        {isFiltered && (
          <TextButton className={styles.clear} onClick={clearFilters}>
            Clear all filters
          </TextButton>
        )}
        <div className={styles.start}>
          <CheckField
            label="Always start with unreviewed"
            checked={startsUnreviewed}
            onChange={onStartUnreviewed}
          />
        </div>
      </div>
    </section>
  );
}

/** A control that says its own name to screen readers. */
function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles.field}>
      <span aria-hidden="true">{label}</span>
      {children}
    </div>
  );
}

function BuildingSelect({ value, onChange }: { value: string; onChange: (building: string) => void }) {
  const { buildings } = useBuildings();
  const names = (buildings ?? []).map(({ name }) => name);
  // An address may name a building before the list has loaded, or one that does not exist.
  const shown = value === '' || names.includes(value) ? names : [...names, value];
  const options = [{ value: '', label: 'All' }, ...shown.map((name) => ({ value: name, label: name }))];
  return <CompactSelect label="Building" value={value} onChange={onChange} options={options} />;
}
