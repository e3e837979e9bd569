import { type Kysely, sql } from 'kysely';

/**
 * Who was notified that a file expires soon: whoever is responsible for it after that, also through a service token, gets
 * an email of their own. Changes the table of 20261122T0740-files. Who was notified before today is not known and hears
 * of it once more.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table files add column noticed_person_id uuid`.execute(db);
}
