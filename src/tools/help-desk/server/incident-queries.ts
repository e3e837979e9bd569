import { type RawBuilder, sql } from 'kysely';
import {
  type Database,
  type Reader,
  readRows,
  type WriteTransaction,
} from '../../../platform/server/db/database.ts';
import type { Slice } from '../../../platform/server/list/page.ts';
import { helpTables, type TicketRow } from './tables.ts';

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

/** People choose how they get updates of issues. */
export const incidentTopic = 'help-desk.known-issues';

/** With how many people have it, and whether the viewer does. */
export interface ShownIncident extends IncidentRow {
  affected: number;
  is_mine: boolean;
}

/** Those who have an issue, each once: who said so, and the requesters of the tickets that are linked to it. */
const affected = (id: RawBuilder<unknown>) => sql`(
  select person_id from help_incident_people where incident_id = ${id}
  union
  select requester_id from help_tickets where incident_id = ${id} and merged_into is null
) affected`;

const shown = (viewerId: string) => sql`i.*,
  (select count(*) from ${affected(sql`i.id`)}) as affected,
  exists (select from ${affected(sql`i.id`)} where person_id = ${viewerId}) as is_mine`;

function select(reader: Reader, viewerId: string, rest: RawBuilder<unknown>): Promise<ShownIncident[]> {
  return readRows(reader, sql<ShownIncident>`select ${shown(viewerId)} from help_incidents i ${rest}`);
}

/** More at once is a disaster, which a notice strip can't handle. */
const mostOpen = 10;

/** With whether the viewer chose to get no email about issues. */
export interface OpenIncident extends ShownIncident {
  is_portal_only: boolean;
}

export function selectOpen(reader: Reader, viewerId: string): Promise<OpenIncident[]> {
  return readRows(
    reader,
    sql<OpenIncident>`select ${shown(viewerId)}, exists (select from notification_choices
        where person_id = ${viewerId} and topic = ${incidentTopic} and choice = 'portal') as is_portal_only
      from help_incidents i where state = 'open' order by created_at desc, id desc limit ${mostOpen}`,
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

/** The titles of known issues by their ids. */
export async function selectTitles(
  reader: Reader,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await readRows(
    reader,
    sql<{ id: string; title: string }>`select id, title from help_incidents where id = any(${ids}::uuid[])`,
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}

/** What a ticket can be linked to: the open ones, newest first. */
export function selectLinkable(reader: Reader): Promise<{ id: string; title: string }[]> {
  return readRows(
    reader,
    sql<{ id: string; title: string }>`
      select id, title from help_incidents where state = 'open' order by created_at desc, id desc limit 100`,
  );
}

/** The known issue that a ticket is about. */
export async function findIncidentOf(
  reader: Reader,
  { incident_id }: Pick<TicketRow, 'incident_id'>,
): Promise<Pick<IncidentRow, 'id' | 'title' | 'state'> | null> {
  if (incident_id === null) return null;
  const rows = await readRows(
    reader,
    sql<Pick<IncidentRow, 'id' | 'title' | 'state'>>`
      select id, title, state from help_incidents where id = ${incident_id}`,
  );
  return rows[0] ?? null;
}

/** Records that someone said they have it; saying it again changes nothing. */
export async function addAffected(
  transaction: WriteTransaction,
  incidentId: string,
  personId: string,
): Promise<void> {
  await helpTables(transaction)
    .insertInto('help_incident_people')
    .values({ incident_id: incidentId, person_id: personId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Determines who gets the email about an update: those who have the issue now. */
export async function insertRecipients(
  transaction: WriteTransaction,
  id: string,
  version: number,
): Promise<void> {
  await sql`
    insert into help_incident_recipients (incident_id, version, person_id)
    select ${id}::uuid, ${version}::int, person_id from ${affected(sql`${id}::uuid`)}`.execute(transaction);
}

/** Those who have yet to get the email about the last update get it with the next version, which says the same. @returns whether there are any */
export async function moveRecipients(
  transaction: WriteTransaction,
  id: string,
  version: number,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update help_incident_recipients set version = ${version}::int
    where incident_id = ${id} and version = ${version - 1}::int`.execute(transaction);
  return numAffectedRows > 0n;
}

/** The ids of those who have yet to get the email about an update. */
export async function selectRecipients(reader: Reader, id: string, version: number): Promise<string[]> {
  const rows = await readRows(
    reader,
    sql<{ person_id: string }>`
      select person_id from help_incident_recipients
      where incident_id = ${id} and version = ${version} order by person_id`,
  );
  return rows.map(({ person_id }) => person_id);
}

export async function deleteRecipient(
  database: Database,
  id: string,
  version: number,
  personId: string,
): Promise<void> {
  await sql`
    delete from help_incident_recipients
    where incident_id = ${id} and version = ${version} and person_id = ${personId}`.execute(database);
}

export type IncidentUpdate = Pick<IncidentRow, 'title' | 'text' | 'state'>;

/** What an update says; `undefined` if a later one has replaced it. */
export async function findUpdate(
  reader: Reader,
  id: string,
  version: number,
): Promise<IncidentUpdate | undefined> {
  const rows = await readRows(
    reader,
    sql<IncidentUpdate>`
      select title, text, state from help_incidents where id = ${id} and version = ${version}`,
  );
  return rows[0];
}
