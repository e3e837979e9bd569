import { type Kysely, sql } from 'kysely';

/** The list by day of expiry, and the links that have expired. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index short_links_expiry on short_links (expires_at, id)`.execute(db);
}
