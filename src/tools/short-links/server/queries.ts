import { type RawBuilder, sql } from 'kysely';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import type { Slice } from '../../../platform/server/list/page.ts';
import { boundsOf, type PageLocation } from '../../../platform/server/list/page-location.ts';
import type { LinkOrder, LinkState } from '../contract.ts';
import { type OwnedBy, ownedBy } from './scope.ts';
import { inState, isCheckOf, isExpired, isIndexed, matching, quicklyWalked } from './search.ts';

export interface LinkRow {
  id: string;
  short_url: string;
  long_url: string;
  expires_at: Date | null;
  expired: boolean;
  visits: number;
  last_visit_at: Date | null;
  version: number;
  owner_groups: string[];
  /** What its current target responded when it was last checked. */
  target_check: { answer: string; checked_at: string; broken_at: string | null } | null;
  created_by: string;
  /** The name of the person who took it over from the one who added it. */
  kept_by: string | null;
  created_at: Date;
}

const newestFirst = sql`created_at desc, id desc`;
const oldestFirst = sql`created_at, id`;
/** What every query about links reads. */
export const linkColumns = sql`id, short_url, long_url, expires_at,
  ${isExpired} as expired,
  visits, last_visit_at, version, owner_groups, created_by, created_at,
  (select name from people where people.id = kept_by_id) as kept_by,
  (select jsonb_build_object('answer', c.answer, 'checked_at', c.checked_at, 'broken_at', c.broken_at)
    from short_link_checks c where ${isCheckOf}) as target_check`;

/** Up to this many matches take about the same time through the index of their letters. */
const fewMatches = 5_000;

/** The rows of a page that was found, newest first. @param total Of the whole list. */
export async function selectPage(
  reader: Reader,
  { search = '', owned = 'all' }: LinkFilter,
  location: PageLocation,
  total: number,
): Promise<LinkRow[]> {
  const { months, from, skip, limit, rows: length } = location;
  const bounds = boundsOf(months[0] ?? '', months.at(-1));
  const createdThen = sql`created_at >= ${bounds.from}::timestamptz and created_at < ${bounds.to}::timestamptz`;
  // A page of few matches may be spread over years. By default, PostgreSQL would walk all of them.
  const isSpread = length > quicklyWalked && total <= fewMatches && isIndexed(search);
  const stretch = isSpread
    ? sql`(
        with matched as materialized (select id, created_at from short_links where ${matching(search, 'indexed')}
          and ${ownedBy(owned)})
        select * from matched where ${createdThen}
      )`
    : sql`(select id, created_at from short_links where ${createdThen} and ${matching(search, 'walked')}
        and ${ownedBy(owned)})`;
  const order = from === 'newest' ? newestFirst : oldestFirst;
  // What is skipped is never fetched in full; only the rows of the page itself are.
  const page = sql`select id from ${stretch} as stretch order by ${order} offset ${skip} limit ${limit}`;
  const rows = await readRows(
    reader,
    sql<LinkRow>`
    select ${linkColumns} from short_links where id = any(array(${page})) order by ${newestFirst}`,
  );
  return rows;
}

/** The link with that name, and the newest ones that have every word in an address. */
export function selectFound(
  reader: Reader,
  { text, words, limit }: { text: string; words: readonly string[]; limit: number },
  owned: OwnedBy,
): Promise<LinkRow[]> {
  const all = sql.join(
    words.map((word) => matching(word, 'indexed')),
    sql` and `,
  );
  return readRows(
    reader,
    sql<LinkRow>`
      with called as (select id from short_links where lower(short_url) = ${text.toLowerCase()} and ${ownedBy(owned)}),
        newest as (select id from short_links where ${all} and ${ownedBy(owned)} order by ${newestFirst} limit ${limit})
      select ${linkColumns} from short_links where id in (select id from called union select id from newest)
      order by id not in (select id from called), ${newestFirst} limit ${limit}`,
  );
}

export async function selectByIds(
  reader: Reader,
  ids: readonly string[],
  owned: OwnedBy,
): Promise<LinkRow[]> {
  const rows = await readRows(
    reader,
    sql<LinkRow>`
    select ${linkColumns} from short_links where id = any(${ids}::uuid[]) and ${ownedBy(owned)} order by ${newestFirst}`,
  );
  return rows;
}

/** The next links of an export, newest first, after the last one of the previous batch. */
export async function selectLinksBehind(
  reader: Reader,
  { search, state, owned = 'all' }: LinkFilter,
  last: Pick<LinkRow, 'id' | 'created_at'> | null,
  limit: number,
): Promise<LinkRow[]> {
  const behind =
    last === null ? sql`true` : sql`(created_at, id) < (${last.created_at}::timestamptz, ${last.id}::uuid)`;
  const rows = await readRows(
    reader,
    sql<LinkRow>`
    select ${linkColumns} from short_links
    where ${behind} and ${inState(state)} and ${matching(search ?? '', 'indexed')} and ${ownedBy(owned)}
    order by ${newestFirst} limit ${limit}`,
  );
  return rows;
}

export interface LinkFilter {
  search?: string | undefined;
  state?: LinkState | undefined;
  /** Without it, everyone's. */
  owned?: OwnedBy;
}

const orders: Readonly<
  Record<LinkOrder | 'newest', { first: RawBuilder<unknown>; last: RawBuilder<unknown> }>
> = {
  newest: { first: newestFirst, last: oldestFirst },
  shortUrl: { first: sql`lower(short_url)`, last: sql`lower(short_url) desc` },
  '-shortUrl': { first: sql`lower(short_url) desc`, last: sql`lower(short_url)` },
  visits: { first: sql`visits, id`, last: sql`visits desc, id desc` },
  '-visits': { first: sql`visits desc, id desc`, last: sql`visits, id` },
  // Links that never expire come last when those that expire soon come first.
  expirationDate: { first: sql`expires_at, id`, last: sql`expires_at desc, id desc` },
  '-expirationDate': { first: sql`expires_at desc, id desc`, last: sql`expires_at, id` },
};

export async function countFiltered(
  reader: Reader,
  { search, state, owned = 'all' }: LinkFilter,
): Promise<number> {
  const rows = await readRows(
    reader,
    sql<{ total: number }>`
    select count(*) as total from short_links
    where ${inState(state)} and ${matching(search ?? '', 'indexed')} and ${ownedBy(owned)}`,
  );
  return rows[0]?.total ?? 0;
}

/** A slice of a filtered list in one of its orders; from its end, the last row first. */
export async function selectOrdered(
  reader: Reader,
  { search, state, owned = 'all', sort }: LinkFilter & { sort?: LinkOrder | undefined },
  { from, offset, limit }: Slice,
): Promise<LinkRow[]> {
  const { first, last } = orders[sort ?? 'newest'];
  const order = from === 'beginning' ? first : last;
  // What is skipped is never fetched in full; only the rows of the slice itself are.
  const slice = sql`
    select id from short_links
    where ${inState(state)} and ${matching(search ?? '', 'indexed')} and ${ownedBy(owned)}
    order by ${order} offset ${offset} limit ${limit}`;
  const rows = await readRows(
    reader,
    sql<LinkRow>`select ${linkColumns} from short_links where id = any(array(${slice})) order by ${order}`,
  );
  return rows;
}

export async function findLink(reader: Reader, id: string): Promise<LinkRow | undefined> {
  const rows = await readRows(reader, sql<LinkRow>`select ${linkColumns} from short_links where id = ${id}`);
  return rows[0];
}

/** Those of the given names, in lower case, that are taken. */
export async function selectTakenNames(reader: Reader, names: readonly string[]): Promise<Set<string>> {
  const rows = await readRows(
    reader,
    sql<{ name: string }>`
    select lower(short_url) as name from short_links where lower(short_url) = any(${names}::text[])`,
  );
  return new Set(rows.map(({ name }) => name));
}

export interface TargetRow {
  long_url: string;
  expires_at: Date | null;
  changed_at: Date;
  changed_by: string;
}

/** Where a link went and goes, newest first. */
export async function selectTargets(reader: Reader, id: string): Promise<TargetRow[]> {
  const rows = await readRows(
    reader,
    sql<TargetRow>`
    select version, long_url, expires_at, changed_at, changed_by from short_links where id = ${id}
    union all
    select version, long_url, expires_at, changed_at, changed_by from short_link_targets where link_id = ${id}
    order by version desc`,
  );
  return rows;
}

/** Visits on each of this many days in a row, oldest first. */
export async function selectVisits(reader: Reader, id: string, days: number, lastDay: string) {
  const rows = await readRows(
    reader,
    sql<{ day: string; visits: number }>`
    select calendar.day::date as day, coalesce(short_link_visits.visits, 0)::bigint as visits
    from generate_series(${lastDay}::date - ${days - 1}::int, ${lastDay}::date, interval '1 day') as calendar (day)
      left join short_link_visits on link_id = ${id} and short_link_visits.day = calendar.day::date
    order by 1`,
  );
  return rows;
}
