import { type Kysely, sql } from 'kysely';

/** The first day of which a report knows all sign-ins. Changes a table of 20261122T1740-search-reports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table search_reports add column kept_since date`.execute(db);
}
