import { type Kysely, sql } from 'kysely';

/**
 * A person who signs in with the address of a directory record that could not be joined waits for IT to say whether it
 * is theirs. Changes tables of 20261121T0910-platform-sign-in and 20261122T0800-platform-directory.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table link_requests add column directory_key text`.execute(db);
  // IT said that this person is someone else, so that no one is asked again.
  await sql`
    alter table directory_records add column not_person_id uuid references people (id) on delete set null`.execute(
    db,
  );
}
