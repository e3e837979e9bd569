import { type RawBuilder, sql } from 'kysely';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { mostListed } from '../contract.ts';
import type { EntryFilter } from './entry-filter.ts';

export interface EntryRow {
  id: string;
  at: Date;
  actor_kind: string;
  actor_id: string | null;
  actor_name: string;
  acting_for: string | null;
  action: string;
  subject_type: string;
  subject_id: string;
  /** As the entry names them; for what happened to a person, that person. */
  about: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  client_address: string | null;
  request_id: string | null;
  /** `at` to the microsecond, which a `Date` does not have. */
  place: string;
}

/** Written as in the index `audit_entries_owner`. */
const owner = sql`coalesce(e.about, case e.subject_type when 'person' then e.subject_id end)`;

const columns = sql`e.id, e.at, e.at::text as place, e.actor_kind, e.actor_id, e.actor_name, e.acting_for, e.action, e.subject_type,
  e.subject_id, ${owner} as about, e.before, e.after, e.client_address, e.request_id`;
const newestFirst = sql`order by at desc, id desc`;

/** The filters that have an index ordered by time, usually the most selective first. */
const indexed = {
  about: { column: owner, type: sql`text[]` },
  types: { column: sql`e.subject_type`, type: sql`text[]` },
  actors: { column: sql`e.actor_id`, type: sql`uuid[]` },
  actions: { column: sql`e.action`, type: sql`text[]` },
} as const;
const names = ['about', 'types', 'actors', 'actions'] as const;
type Indexed = (typeof names)[number];

/** The condition, except on the filter that is read value by value. */
function matching(filter: EntryFilter, split: Indexed | null): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  for (const name of names) {
    const values = filter[name];
    const { column, type } = indexed[name];
    if (values === undefined || name === split) continue;
    // Equality with one value keeps the order of an index; `any` does not.
    conditions.push(
      values.length === 1 ? sql`${column} = ${values[0]}` : sql`${column} = any(${[...values]}::${type})`,
    );
  }
  if (filter.subject !== undefined) conditions.push(sql`e.subject_id = ${filter.subject}`);
  if (filter.since !== undefined) conditions.push(sql`e.at >= ${filter.since}::timestamptz`);
  const { behind } = filter;
  // The first half is what an index understands.
  if (behind !== undefined)
    conditions.push(
      sql`e.at <= ${behind.place}::timestamptz and (e.at, e.id) < (${behind.place}::timestamptz, ${behind.id}::uuid)`,
    );
  if (filter.before !== undefined) conditions.push(sql`e.at < ${filter.before}::timestamptz`);
  return sql.join(conditions, sql` and `);
}

/** The filter whose values are read one by one, each in the order of its index; `null` where one index has the order. */
function splitBy(filter: EntryFilter): Indexed | null {
  const given = names.filter((name) => filter[name] !== undefined);
  const hasOrder = given.some(
    (name) => (name === 'about' || name === 'actors') && filter[name]?.length === 1,
  );
  if (hasOrder) return null;
  return given.find((name) => filter[name]?.length !== 1) ?? given.find((name) => name === 'actions') ?? null;
}

/**
 * How the entries of one value are read. For an action, not by equality: PostgreSQL would expect a rare one to be as common
 * as the others, and look for it among the newest entries of all, through the whole log.
 */
function ofOne(split: Indexed, { since, before, behind }: EntryFilter) {
  if (split !== 'actions') return { isOne: sql`${indexed[split].column} = one.value`, newestFirst };
  const from = sql`(one.value, ${since ?? '-infinity'}::timestamptz)`;
  const to = sql`(one.value, ${behind?.place ?? before ?? 'infinity'}::timestamptz)`;
  return {
    isOne: sql`(e.action, e.at) >= ${from} and (e.action, e.at) <= ${to}`,
    newestFirst: sql`order by e.action desc, at desc, id desc`,
  };
}

interface Reading {
  what: RawBuilder<unknown>;
  isOrdered: boolean;
  limit: number;
}

/** Matching entries of which `limit` are needed, as a table: value by value, or by one index. */
function found(filter: EntryFilter, { what, isOrdered, limit }: Reading): RawBuilder<unknown> {
  const split = splitBy(filter);
  const ordered = (order: RawBuilder<unknown>) => (isOrdered ? order : sql``);
  if (split === null)
    return sql`(select ${what} from audit_entries e where ${matching(filter, null)} ${ordered(newestFirst)} limit ${limit})`;
  const one = ofOne(split, filter);
  return sql`(select e.* from unnest(${[...(filter[split] ?? [])]}::${indexed[split].type}) as one(value) cross join lateral (
    select ${what} from audit_entries e where ${one.isOne} and ${matching(filter, split)}
    ${ordered(one.newestFirst)} limit ${limit}) e)`;
}

/** No one has this name, or nothing was ever done under it. */
function matchesNothing(filter: EntryFilter): boolean {
  return names.some((name) => filter[name]?.length === 0);
}

/** How many match, at most `mostListed`. */
export async function countEntries(reader: Reader, filter: EntryFilter): Promise<number> {
  if (matchesNothing(filter)) return 0;
  const reading = { what: sql`e.id`, isOrdered: false, limit: mostListed };
  const rows = await readRows(
    reader,
    sql<{ total: number }>`
      select count(*)::int as total from (
        select id from ${found(filter, reading)} e limit ${mostListed}) counted`,
  );
  return rows[0]?.total ?? 0;
}

export async function selectEntries(
  reader: Reader,
  filter: EntryFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<EntryRow[]> {
  if (matchesNothing(filter)) return [];
  const reading = { what: columns, isOrdered: true, limit: offset + limit };
  return readRows(
    reader,
    sql<EntryRow>`
      select * from ${found(filter, reading)} e ${newestFirst} offset ${offset} limit ${limit}`,
  );
}

/** The entries behind one of them, or the first ones. */
export function selectBehind(
  reader: Reader,
  filter: EntryFilter,
  last: Pick<EntryRow, 'place' | 'id'> | null,
  limit: number,
): Promise<EntryRow[]> {
  return selectEntries(reader, last === null ? filter : { ...filter, behind: last }, { offset: 0, limit });
}

export async function findEntry(
  reader: Reader,
  id: string,
): Promise<(EntryRow & { sensitive: string | null }) | undefined> {
  const rows = await readRows(
    reader,
    sql<
      EntryRow & { sensitive: string | null }
    >`select ${columns}, e.sensitive from audit_entries e where e.id = ${id}`,
  );
  return rows[0];
}

export interface NamedOwner {
  /** As `about` of an entry, or the id of an actor. */
  owner: string;
  name: string;
  email: string;
}

/** The names of accounts and directory records. */
export function selectNames(reader: Reader, owners: readonly string[]): Promise<NamedOwner[]> {
  const keys = owners.flatMap((owner) => (owner.startsWith('directory:') ? [owner.slice(10)] : []));
  const ids = owners.filter((owner) => !owner.includes(':'));
  return readRows(
    reader,
    sql<NamedOwner>`
      select id::text as owner, name, email from people where id = any(${ids}::uuid[])
      union all
      select 'directory:' || key, trim(given_name || ' ' || family_name), email from directory_records
      where key = any(${keys}::text[])`,
  );
}
