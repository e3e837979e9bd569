import { type Kysely, sql } from 'kysely';

/**
 * A link that the directory refused is given back and claimed again. What looks for changes that a server left half done
 * has to know which claim it is about. A table of password-reset.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reset_links add column claims integer not null default 0`.execute(db);
}
