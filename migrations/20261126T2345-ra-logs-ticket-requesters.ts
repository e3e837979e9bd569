import { type Kysely, sql } from 'kysely';

/** Whose the ticket about a follow-up is: only they and the desk can open it. Changes a table of ra-logs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ra_logs add column ticket_requester_id uuid`.execute(db);
}
