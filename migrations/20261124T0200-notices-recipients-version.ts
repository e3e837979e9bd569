import { type Kysely, sql } from 'kysely';

/**
 * Which version of an emergency someone still gets by email: a correction moves those who wait to its own. Those who
 * already wait get the newest words, as before. Changes the table of 20261122T2040-notices-emergencies.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table notice_recipients add column version integer not null default 0`.execute(db);
}
