import { sql } from 'kysely';
import { heldGroups } from '../../../platform/server/access/held-groups.ts';
import { holderState } from '../../../platform/server/belongings/holders.ts';
import { Overtaken } from '../../../platform/server/change/overtaken.ts';
import { type Reader, readRows, type WriteTransaction } from '../../../platform/server/db/database.ts';
import type { DepartureRow } from './queries.ts';

/** More than leave in one term; the rest is noticed by the next run. */
const most = 500;

/**
 * People who left since they were last looked at. A record becomes inactive only when a reading was applied, which a
 * suspicious one is not until IT confirms it.
 */
const leavers = sql<{ id: string }>`
  select d.person_id as id from directory_records d
  where not d.active and d.person_id is not null and not exists (
    select from departures x where x.person_id = d.person_id and x.cause = 'left' and x.noticed_at >= d.changed_at)`;

export function selectLeavers(reader: Reader): Promise<{ id: string }[]> {
  return readRows(reader, sql<{ id: string }>`${leavers} order by d.person_id limit ${most}`);
}

/** @throws Overtaken if this person is back, or was looked at, since they were found */
export async function demandLeaver(transaction: WriteTransaction, id: string): Promise<void> {
  const { rows } = await sql`${leavers} and d.person_id = ${id}`.execute(transaction);
  if (rows.length === 0) throw new Overtaken();
}

export interface Loss {
  id: string;
  /** Without those that they have again, or still have by another provider or the directory. */
  groups: string[];
  /** Up to when; what is lost later is noticed by the next run. */
  until: Date;
}

/** Those of people who are here. What others have lost counts once they are back. */
export function selectLosses(reader: Reader): Promise<Loss[]> {
  return readRows(
    reader,
    sql<Loss>`
      select p.id, max(at) as until,
        array(
          select distinct g from lost_groups l, unnest(l.groups) g
          where l.person_id = p.id and g <> all(${heldGroups('p.id')}) order by g
        ) as groups
      from lost_groups join people p on p.id = person_id
      where ${holderState} = 'here' group by p.id order by p.id limit ${most}`,
  );
}

/** @throws Overtaken if another run was faster */
export async function forgetLosses(transaction: WriteTransaction, { id, until }: Loss): Promise<void> {
  // PostgreSQL counts in microseconds, a Date in milliseconds.
  const { numAffectedRows } = await sql`
    delete from lost_groups
    where person_id = ${id} and date_trunc('milliseconds', at) <= ${until}`.execute(transaction);
  if (numAffectedRows === 0n) throw new Overtaken();
}

/** All open entries: those of people who are gone for good would keep others out of a part. */
export function selectOpen(reader: Reader): Promise<Pick<DepartureRow, 'id' | 'person_id' | 'cause'>[]> {
  return readRows(
    reader,
    sql<Pick<DepartureRow, 'id' | 'person_id' | 'cause'>>`
      select id, person_id, cause from departures where state = 'open' order by noticed_at, id`,
  );
}
