import { type Kysely, sql } from 'kysely';

/** Several directory servers, each a source with a name. Changes the tables of 20261122T1040-platform-directory-sources. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table directory_runs alter column source drop expression`.execute(db);
}
