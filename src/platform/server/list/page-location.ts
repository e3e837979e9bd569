import type { Paging } from '../../contract/paging.ts';

/** The rows of one month, `2026-11-01` in UTC: all of them, and those that match a filter. */
export interface MonthCount {
  month: string;
  rows: number;
  matching: number;
}

/** Where the rows of a page are: in a range of months, counted from one of its ends. */
export interface PageLocation {
  /** The months that have rows of the page or rows to skip, newest first. */
  months: readonly string[];
  from: 'newest' | 'oldest';
  skip: number;
  limit: number;
  /** All rows of these months, matching or not. */
  rows: number;
}

export function totalOf(counts: readonly MonthCount[]): number {
  return counts.reduce((total, { matching }) => total + matching, 0);
}

/** Finds a page by the counts of the months, newest first; `null` if it is past the end. */
export function locatePage(
  counts: readonly MonthCount[],
  { page, pageSize }: NonNullable<Paging>,
): PageLocation | null {
  const offset = (page - 1) * pageSize;
  const limit = Math.min(pageSize, totalOf(counts) - offset);
  if (limit <= 0) return null;
  const needed: MonthCount[] = [];
  let before = 0;
  let reached = 0;
  for (const count of counts) {
    if (reached >= offset + limit) break;
    reached += count.matching;
    if (count.matching <= 0) continue;
    if (reached > offset) needed.push(count);
    else before = reached;
  }
  const skipNewest = offset - before;
  const skipOldest = reached - offset - limit;
  return {
    months: needed.map(({ month }) => month),
    from: skipNewest <= skipOldest ? 'newest' : 'oldest',
    skip: Math.min(skipNewest, skipOldest),
    limit,
    rows: needed.reduce((rows, count) => rows + count.rows, 0),
  };
}

/** The first instant of a month and that of the month after it, in UTC. */
export function boundsOf(newest: string, oldest = newest): { from: string; to: string } {
  const next = new Date(`${newest}T00:00:00Z`);
  next.setUTCMonth(next.getUTCMonth() + 1);
  return { from: `${oldest}T00:00:00Z`, to: next.toISOString() };
}
