import { ChevronDown, SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { CheckField } from '../../../platform/ui/check-field.tsx';
import { CompactSelect } from '../../../platform/ui/compact-select.tsx';
import { SearchField } from '../../../platform/web/list/search-field.tsx';
import type { ListState } from '../../../platform/web/list/use-list-address.ts';
import type { listRaLogs } from '../contract.ts';
import styles from './log-filters.module.css';
import { useBuildings } from './use-buildings.ts';

type LogFilter = (typeof listRaLogs)['list']['filters'][number];

/** What narrows the list. Beside it on wide screens, behind a button on phones. */
export function LogFilters({ list }: { list: ListState<LogFilter> }) {
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
            <span className={styles.heard}> in use</span>
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
          <CheckField
            label="Needs Follow Up"
            checked={filters.followUp === 'true'}
            onChange={(checked) => setFilter('followUp', checked ? 'true' : '')}
          />
        </div>
        <div className={styles.field}>
          <span aria-hidden="true">Submitted By</span>
          <SearchField
            label="Submitted By"
            placeholder="Email, or part of it"
            value={filters.submittedBy}
            onSearch={(text) => setFilter('submittedBy', text)}
          />
        </div>
        <div className={styles.field}>
          <span aria-hidden="true">Reviewed By</span>
          <SearchField
            label="Reviewed By"
            placeholder="Name, or part of it"
            value={filters.reviewedBy}
            onSearch={(text) => setFilter('reviewedBy', text)}
          />
        </div>
        <div className={styles.field}>
          <span aria-hidden="true">Building</span>
          <BuildingSelect value={filters.building} onChange={(building) => setFilter('building', building)} />
        </div>
        {isFiltered && (
          <button type="button" className={styles.clear} onClick={clearFilters}>
            Clear all filters
          </button>
        )}
      </div>
    </section>
  );
}

function BuildingSelect({ value, onChange }: { value: string; onChange: (building: string) => void }) {
  const { buildings } = useBuildings();
  const names = (buildings ?? []).map(({ name }) => name);
  // An address may name a building before the list is there, or one that there is not.
  const shown = value === '' || names.includes(value) ? names : [...names, value];
  const options = [{ value: '', label: 'All' }, ...shown.map((name) => ({ value: name, label: name }))];
  return <CompactSelect label="Building" value={value} onChange={onChange} options={options} />;
}
