import styles from './count-filters.module.css';
import type { ListState } from './use-list-address.ts';

interface CountFiltersProps<Filter extends string> {
  label: string;
  list: ListState<Filter>;
  /** Each with the filter that shows only these; the number is `undefined` until it is known. */
  counts: readonly { title: string; filter: Filter; value: string; count: number | undefined }[];
}

/** How much there is of each kind; pressing one shows only that kind. */
export function CountFilters<Filter extends string>({ label, list, counts }: CountFiltersProps<Filter>) {
  return (
    <fieldset className={styles.counts} aria-label={label}>
      {counts.map(({ title, filter, value, count }) => {
        const isOn = list.filters[filter] === value;
        return (
          <button
            key={title}
            type="button"
            className={styles.count}
            aria-pressed={isOn}
            onClick={() => list.setFilter(filter, isOn ? '' : value)}
          >
            <span className={styles.figure}>{count?.toLocaleString('en-US') ?? '–'}</span>
            {title}
          </button>
        );
      })}
    </fieldset>
  );
}
