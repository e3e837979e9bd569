import { type RawBuilder, sql } from 'kysely';
import { type Reader, readRows, type WriteTransaction } from '../../../platform/server/db/database.ts';
import type { Slice } from '../../../platform/server/list/page.ts';

export interface IncidentRow {
  id: string;
  title: string;
  text: string;
  category: string | null;
  state: 'open' | 'solved';
  created_at: Date;
  created_by: string;
  updated_at: Date;
  version: number;
}

/** With how many people have it, and whether the viewer does. */
export interface ShownIncident extends IncidentRow {
  affected: number;
  is_mine: boolean;
}

const shown = (viewerId: string) => sql`i.*,
  (select count(*) from help_incident_people p where p.incident_id = i.id) as affected,
  exists (select from help_incident_people p where p.incident_id = i.id and p.person_id = ${viewerId}) as is_mine`;

function select(reader: Reader, viewerId: string, rest: RawBuilder<unknown>): Promise<ShownIncident[]> {
  return readRows(reader, sql<ShownIncident>`select ${shown(viewerId)} from help_incidents i ${rest}`);
}

/** More at once is a disaster, for which no strip is the right place. */
const mostOpen = 10;

export function selectOpen(reader: Reader, viewerId: string): Promise<ShownIncident[]> {
  return select(
    reader,
    viewerId,
    sql`where state = 'open' order by created_at desc, id desc limit ${mostOpen}`,
  );
}

export async function countIncidents(reader: Reader): Promise<number> {
  const rows = await readRows(reader, sql<{ total: number }>`select count(*) as total from help_incidents`);
  return rows[0]?.total ?? 0;
}

/** Newest first. */
export function selectIncidents(reader: Reader, viewerId: string, slice: Slice): Promise<ShownIncident[]> {
  const order = slice.from === 'beginning' ? sql`created_at desc, id desc` : sql`created_at, id`;
  return select(reader, viewerId, sql`order by ${order} offset ${slice.offset} limit ${slice.limit}`);
}

export async function findIncident(
  reader: Reader,
  viewerId: string,
  id: string,
): Promise<ShownIncident | undefined> {
  const rows = await select(reader, viewerId, sql`where i.id = ${id}`);
  return rows[0];
}

/** Keeps others from changing it until the transaction ends. */
export async function lockIncident(
  transaction: WriteTransaction,
  viewerId: string,
  id: string,
): Promise<ShownIncident | undefined> {
  await sql`select from help_incidents where id = ${id} for update`.execute(transaction);
  return findIncident(transaction, viewerId, id);
}

/** Those who have it. */
export function selectAffected(reader: Reader, id: string): Promise<{ person_id: string }[]> {
  return readRows(
    reader,
    sql<{ person_id: string }>`
      select person_id from help_incident_people where incident_id = ${id} order by person_id`,
  );
}

/** `undefined` where the account is blocked or gone. */
export async function findAddress(reader: Reader, personId: string): Promise<string | undefined> {
  const rows = await readRows(
    reader,
    sql<{ email: string }>`
      select email from people where id = ${personId} and not disabled and email_released_at is null`,
  );
  return rows[0]?.email;
}
