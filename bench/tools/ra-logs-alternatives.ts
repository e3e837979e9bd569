/** A filter of the list, as in an address and as SQL on `ra_logs` alone. */
export interface FilterCase {
  what: string;
  query: Record<string, string>;
  condition: string;
}

export const filterCases: readonly FilterCase[] = [
  { what: 'no filter', query: {}, condition: 'true' },
  {
    what: 'a building, not yet reviewed',
    query: { building: 'Anderson', reviewed: 'false' },
    condition: `reviewer_id is null and building_id = (select id from ra_log_buildings where name = 'Anderson')`,
  },
  {
    what: 'assistants by name',
    query: { submittedBy: 'ashgrove' },
    condition: `submitter_id = any(array(select id from ra_log_people where folded like '%ashgrove%'))`,
  },
];

/** Recognizes the statement that reads the rows of a page; the others find its total and its position. */
export const readsRows = /\bfrom ra_logs as l\b/;

const newestFirst = 'order by created_at desc, id desc';
const cappedAt = 10_000;

/** Other ways to get a total. */
export const totals: Record<string, (condition: string) => string> = {
  'count(*)': (condition) => `select count(*)::int as total from ra_logs where ${condition}`,
  [`count(*) up to ${cappedAt.toLocaleString('en-US')}`]: (condition) => `
    select count(*)::int as total from (select from ra_logs where ${condition} limit ${cappedAt}) as counted`,
};

/** How many rows PostgreSQL expects: the first row of the result holds its plan. */
export function estimate(condition: string): string {
  return `explain (format json) select from ra_logs where ${condition}`;
}

/** The first page and its total in one statement. */
export function pageWithTotal(condition: string, limit: number): string {
  return named(`(
    select *, count(*) over () as total from ra_logs where ${condition} ${newestFirst} limit ${limit}) as l`);
}

/** Where a page starts. */
export interface Place {
  condition: string;
  offset: number;
  limit: number;
  total: number;
  /** The last row of the previous page as SQL; `null` for the first page. */
  behind: string | null;
}

/** Other ways to read the rows of a page; `null` if a way does not work. */
export const pages: Record<string, (place: Place) => string | null> = {
  OFFSET: ({ condition, offset, limit }) =>
    named(`(select * from ra_logs where ${condition} ${newestFirst} offset ${offset} limit ${limit}) as l`),
  'OFFSET in the index': ({ condition, offset, limit }) =>
    byIds(`select id from ra_logs where ${condition} ${newestFirst} offset ${offset} limit ${limit}`),
  'OFFSET in the index, nearer end': ({ condition, ...place }) => {
    const { from, skip, rows } = nearerEnd(place);
    const order = from === 'newest' ? newestFirst : 'order by created_at, id';
    return byIds(`select id from ra_logs where ${condition} ${order} offset ${skip} limit ${rows}`);
  },
  keyset: ({ condition, limit, behind }) =>
    behind === null
      ? null
      : named(`(
          select * from ra_logs where ${condition} and (created_at, id) < (${behind})
          ${newestFirst} limit ${limit}) as l`),
};

/** What `keyset` has to know and a page number does not say. */
export function rowBefore(condition: string, offset: number): string {
  return `select format('%L::timestamptz, %L::uuid', created_at, id) as behind from ra_logs
    where ${condition} ${newestFirst} offset ${offset - 1} limit 1`;
}

/** Which end of a list is nearer to a page, and how many rows are before it from there. */
export function nearerEnd({ offset, limit, total }: Pick<Place, 'offset' | 'limit' | 'total'>) {
  const rows = Math.min(limit, total - offset);
  const behind = total - offset - rows;
  return behind < offset
    ? { from: 'oldest' as const, skip: behind, rows }
    : { from: 'newest' as const, skip: offset, rows };
}

function byIds(ids: string): string {
  return named(`ra_logs as l where l.id = any(array(${ids}))`);
}

/** Looks up the names for the rows as Quad does, so that only finding the rows differs. */
function named(from: string): string {
  return `select l.*, (select name from ra_log_buildings where id = l.building_id) as building,
    (select name from ra_log_people where id = l.submitter_id) as submitted_by,
    (select name from ra_log_people where id = l.reviewer_id) as reviewed_by
    from ${from} order by l.created_at desc, l.id desc`;
}

/** At most this many changes wait before they are folded, apart from those that arrive in the meantime. */
export const mostWaiting = 999;

/** Waiting changes for this connection alone: a temporary table hides the one with its name. */
export const waitingChanges = [
  'create temporary table ra_log_count_changes (like public.ra_log_count_changes)',
  `insert into ra_log_count_changes select submitter_id, month, building_id, reviewer_id, follow_up, 1
    from ra_log_people_counts order by month desc limit ${mostWaiting}`,
];
export const noWaitingChanges = ['drop table pg_temp.ra_log_count_changes'];
