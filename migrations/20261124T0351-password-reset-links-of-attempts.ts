import { type Kysely, sql } from 'kysely';

/** Old attempts are deleted many at a time, and each looks for its link. A table of password-reset. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index reset_links_attempt on reset_links (attempt_id)`.execute(db);
}
