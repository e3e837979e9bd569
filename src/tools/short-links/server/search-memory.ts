import type { MonthCount } from '../../../platform/server/list/page-location.ts';
import type { CountedMonth } from './counts.ts';

export interface SearchMemory {
  /** How many links with the text each month has. Only months that changed since the last time are counted. */
  count(search: string, months: readonly CountedMonth[], countIn: CountIn): Promise<MonthCount[]>;
  /** The ids of all links with the text, newest first, if they are remembered and nothing has changed. */
  recall(search: string, months: readonly CountedMonth[]): readonly string[] | null;
  /** Remembers them if they are few enough for one page. */
  keep(search: string, months: readonly CountedMonth[], ids: readonly string[]): void;
}

/** Counts the links with a text in some months. */
type CountIn = (months: readonly CountedMonth[]) => Promise<ReadonlyMap<string, number>>;

const mostSearches = 200;

interface Remembered {
  counts: ReadonlyMap<string, { changes: number; matching: number }>;
  found: { state: string; ids: readonly string[] } | null;
}

/**
 * What is known about earlier searches. Counting the matches among a million links takes a tenth of a second, but a
 * month still has what it had as long as no change to it was counted. So totals are always exact, and expensive only
 * for a text that is new to this instance.
 */
export function createSearchMemory(): SearchMemory {
  const remembered = new Map<string, Remembered>();
  const underWay = new Map<string, Promise<ReadonlyMap<string, number>>>();

  function remember(search: string, known: Remembered): void {
    remembered.delete(search);
    remembered.set(search, known);
    const [oldest] = remembered.keys();
    if (remembered.size > mostSearches && oldest !== undefined) remembered.delete(oldest);
  }

  /** Simultaneous requests for the same text and state share the counting. */
  function share(key: string, start: () => Promise<ReadonlyMap<string, number>>) {
    const running = underWay.get(key);
    if (running !== undefined) return running;
    const counting = start().finally(() => underWay.delete(key));
    underWay.set(key, counting);
    return counting;
  }

  return {
    async count(search, months, countIn) {
      const known = remembered.get(search);
      const isKnown = ({ month, changes }: CountedMonth) => known?.counts.get(month)?.changes === changes;
      const changed = months.filter((month) => !isKnown(month));
      const found =
        changed.length === 0
          ? new Map<string, number>()
          : await share(`${stateOf(months)} ${stateOf(changed)} ${search}`, () => countIn(changed));
      const counts = new Map(
        months.map((one) => {
          const matching = isKnown(one)
            ? (known?.counts.get(one.month)?.matching ?? 0)
            : (found.get(one.month) ?? 0);
          return [one.month, { changes: one.changes, matching }] as const;
        }),
      );
      remember(search, { counts, found: known?.found ?? null });
      return months.map(({ month, links }) => ({
        month,
        rows: links,
        matching: counts.get(month)?.matching ?? 0,
      }));
    },
    recall(search, months) {
      const found = remembered.get(search)?.found ?? null;
      return found !== null && found.state === stateOf(months) ? found.ids : null;
    },
    keep(search, months, ids) {
      const known = remembered.get(search);
      if (known !== undefined) known.found = { state: stateOf(months), ids };
    },
  };
}

function stateOf(months: readonly CountedMonth[]): string {
  return months.map(({ month, changes }) => `${month}:${changes}`).join();
}
