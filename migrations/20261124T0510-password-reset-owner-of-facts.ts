import { type Kysely, sql } from 'kysely';

/**
 * Whose address it was when the facts were imported: an address can be given to someone else. A table of
 * password-reset-facts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table reset_facts add column person_id uuid references people (id) on delete cascade,
      add column directory_keys text[] not null default '{}'`.execute(db);
}
