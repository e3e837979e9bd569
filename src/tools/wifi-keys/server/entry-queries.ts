import { sql } from 'kysely';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import type { Slice } from '../../../platform/server/list/page.ts';
import { hasSearched } from '../../../platform/server/list/search.ts';
import type { KeyEntry } from '../contract.ts';
import type { KeyRow } from './queries.ts';

/** A key with its owner, without the key itself. */
export interface EntryRow extends KeyRow {
  owner_name: string;
  owner_email: string;
}

interface Filter {
  search: string | undefined;
  state: KeyEntry['state'] | undefined;
}

const states = {
  active: sql<boolean>`k.revoked_at is null and k.expires_at > now()`,
  expired: sql<boolean>`k.revoked_at is null and k.expires_at <= now()`,
  revoked: sql<boolean>`k.revoked_at is not null`,
};

function matching({ search, state }: Filter) {
  const inState = state === undefined ? sql<boolean>`true` : states[state];
  if (search === undefined || search === '') return inState;
  const owner = sql`coalesce(p.folded, lower(p.name || E'\\n' || p.email) collate "C")`;
  // An array, so that both parts can be looked up by their index and put together; a join could not.
  return sql<boolean>`${inState} and (
    k.owner_id = any(array(select p.id from people p where ${hasSearched(owner, search)}))
    or ${hasSearched(sql`k.folded`, search)})`;
}

const columns = sql`k.*, k.expires_at <= now() as expired, p.name as owner_name, p.email as owner_email`;

export async function countEntries(reader: Reader, filter: Filter): Promise<number> {
  const rows = await readRows(
    reader,
    sql<{ total: number }>`select count(*) as total from wifi_keys k where ${matching(filter)}`,
  );
  return rows[0]?.total ?? 0;
}

/** A part of the list, newest first; from its end, oldest first. */
export function selectEntries(reader: Reader, filter: Filter, slice: Slice): Promise<EntryRow[]> {
  const order = slice.from === 'beginning' ? sql`created_at desc, id desc` : sql`created_at, id`;
  return readRows(
    reader,
    sql<EntryRow>`select ${columns} from (
      select * from wifi_keys k where ${matching(filter)} order by ${order} offset ${slice.offset} limit ${slice.limit}
    ) k join people p on p.id = k.owner_id order by k.created_at ${sql.raw(slice.from === 'beginning' ? 'desc' : 'asc')},
      k.id ${sql.raw(slice.from === 'beginning' ? 'desc' : 'asc')}`,
  );
}

export async function findEntry(reader: Reader, id: string): Promise<EntryRow | undefined> {
  const rows = await readRows(
    reader,
    sql<EntryRow>`select ${columns} from wifi_keys k join people p on p.id = k.owner_id where k.id = ${id}`,
  );
  return rows[0];
}
