import { type Kysely, sql } from 'kysely';

/** What a reading of the directory left out, and why. Changes a table of platform-directory. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table directory_runs add column note text`.execute(db);
}
