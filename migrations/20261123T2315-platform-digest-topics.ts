import { type Kysely, sql } from 'kysely';

/**
 * The kind of email that an entry of a digest stands for, so that it goes when the person wants none of that kind. Those
 * of before have none. Changes the table of 20261122T1340-platform-notifications.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table digest_entries add column topic text`.execute(db);
}
