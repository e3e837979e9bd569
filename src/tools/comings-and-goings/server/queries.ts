import { type RawBuilder, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { Page, Paging } from '../../../platform/contract/paging.ts';
import { heldGroups } from '../../../platform/server/access/held-groups.ts';
import { Overtaken } from '../../../platform/server/change/overtaken.ts';
import {
  type Reader,
  readRows,
  type WriteTransaction,
  writeTables,
} from '../../../platform/server/db/database.ts';
import { lockByName } from '../../../platform/server/db/lock-by-name.ts';
import { readOrdered } from '../../../platform/server/list/page.ts';

interface DeparturesTable {
  id: string;
  person_id: string;
  cause: 'left' | 'groups';
  lost: string[];
  noticed_at: Date;
  state: 'open' | 'done' | 'dismissed' | 'nothing' | 'back';
  decided_by: string | null;
  decided_at: Date | null;
  version: number;
}

export interface DepartureRow extends DeparturesTable {
  name: string;
  email: string;
}

/**
 * Until it is decided, without those that they have again. Someone who has all of them again is soon taken off the
 * list, but did lose them.
 */
function lostOf(entry: string) {
  const [lost, state] = [sql.ref(`${entry}.lost`), sql.ref(`${entry}.state`)];
  return sql<string[]>`case when ${state} <> 'open' then ${lost} else coalesce(nullif(array(
    select g from unnest(${lost}) g where g <> all(${heldGroups(`${entry}.person_id`)}) order by g), '{}'), ${lost}) end`;
}

const columns = sql`x.id, x.person_id, x.cause, ${lostOf('x')} as lost, x.noticed_at, x.state, x.decided_by,
  x.decided_at, x.version, p.name, p.email`;
const joined = sql`departures x join people p on p.id = x.person_id`;

export type ShownState = 'open' | 'done' | 'dismissed';

/** Nothing is left to do about someone who is back. */
const inState = (state: ShownState) =>
  state === 'done' ? sql`x.state in ('done', 'back')` : sql`x.state = ${state}`;

/** Newest first. */
export function readDepartures(
  reader: Reader,
  state: ShownState,
  paging: Paging,
): Promise<Page<DepartureRow>> {
  const from = sql`from ${joined} where ${inState(state)}`;
  const order = ['x.noticed_at', 'x.id'];
  return readOrdered(reader, { columns, from, order, direction: 'desc' }, paging);
}

/** How many are waiting for IT, and since when. */
export async function countOpen(reader: Reader): Promise<{ total: number; oldest: Date | null }> {
  const rows = await readRows(
    reader,
    sql<{ total: number; oldest: Date | null }>`
      select count(*) as total, min(noticed_at) as oldest from departures where state = 'open'`,
  );
  return rows[0] ?? { total: 0, oldest: null };
}

async function selectOne(reader: Reader, condition: RawBuilder<unknown>): Promise<DepartureRow | undefined> {
  const rows = await readRows(
    reader,
    sql<DepartureRow>`select ${columns} from ${joined} where ${condition} and x.state <> 'nothing'
      order by x.state = 'open' desc, x.noticed_at desc, x.id desc limit 1`,
  );
  return rows[0];
}

/** The newest about a person, an open one before all others. */
export const findDepartureOf = (reader: Reader, personId: string) =>
  selectOne(reader, sql`x.person_id = ${personId}`);
export const findDeparture = (reader: Reader, id: string) => selectOne(reader, sql`x.id = ${id}`);

const tablesOf = (transaction: WriteTransaction) => writeTables<{ departures: DeparturesTable }>(transaction);

/** Decisions and hand-overs about one person happen one after the other. */
export async function holdPerson(transaction: WriteTransaction, personId: string): Promise<void> {
  await lockByName(transaction, `departures.${personId}`);
}

/** @throws Overtaken if it is no longer in the state that it was found in */
export async function setState(
  transaction: WriteTransaction,
  before: Pick<DepartureRow, 'id' | 'state'>,
  { state, by }: { state: DepartureRow['state']; by: string | null },
): Promise<void> {
  const { numUpdatedRows } = await tablesOf(transaction)
    .updateTable('departures')
    .set({
      state,
      lost: lostOf('departures'),
      decided_by: by,
      decided_at: by === null ? null : sql<Date>`now()`,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', before.id)
    .where('state', '=', before.state)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Overtaken();
}

/** For someone who is back, but may not have what they own, it is about groups now. @throws Overtaken if it is no longer open */
export async function setCause(
  transaction: WriteTransaction,
  id: string,
  cause: DepartureRow['cause'],
): Promise<void> {
  const { numUpdatedRows } = await tablesOf(transaction)
    .updateTable('departures')
    .set({ cause, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new Overtaken();
}

/** Notes that someone left or lost groups; what was open about them becomes part of it. */
export async function insertDeparture(
  transaction: WriteTransaction,
  noticed: Pick<DepartureRow, 'person_id' | 'cause' | 'lost' | 'state'>,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into departures (id, person_id, cause, lost, state)
    values (${uuid()}, ${noticed.person_id}, ${noticed.cause}, ${noticed.lost}, ${noticed.state})
    on conflict (person_id) where state = 'open' do update set
      cause = excluded.cause,
      lost = array(select distinct g from unnest(departures.lost || excluded.lost) g order by g),
      noticed_at = excluded.noticed_at, version = departures.version + 1
    returning id`.execute(transaction);
  return rows[0]?.id ?? '';
}
