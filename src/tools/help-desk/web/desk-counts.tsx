import type { ListState } from '../../../platform/web/list/use-list-address.ts';
import styles from './desk.module.css';

interface Counts {
  new: number;
  open: number;
  waiting: number;
  mine: number;
  unassigned: number;
}

interface DeskCountsProps {
  counts: Counts | undefined;
  list: ListState<'state' | 'category' | 'assigned' | 'search'>;
}

const shown = [
  { of: 'new', title: 'New', filter: 'state', value: 'new' },
  { of: 'open', title: 'Open', filter: 'state', value: 'open' },
  { of: 'waiting', title: 'Waiting for requester', filter: 'state', value: 'waiting' },
  { of: 'mine', title: 'Assigned to me', filter: 'assigned', value: 'mine' },
  { of: 'unassigned', title: 'Unassigned', filter: 'assigned', value: 'none' },
] as const;

/** How much there is, and with a press only that. */
export function DeskCounts({ counts, list }: DeskCountsProps) {
  return (
    <fieldset className={styles.counts} aria-label="Tickets that are not solved">
      {shown.map(({ of, title, filter, value }) => {
        const isOn = list.filters[filter] === value;
        return (
          <button
            key={of}
            type="button"
            className={styles.count}
            aria-pressed={isOn}
            onClick={() => list.setFilter(filter, isOn ? '' : value)}
          >
            <span className={styles.figure}>
              {counts === undefined ? '–' : counts[of].toLocaleString('en-US')}
            </span>
            {title}
          </button>
        );
      })}
    </fieldset>
  );
}
