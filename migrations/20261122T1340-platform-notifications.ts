import { type Kysely, sql } from 'kysely';

/** What people want by email once a day or not at all (no row: at once), and what waits for their next digest. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notification_choices (
      person_id uuid not null references people (id) on delete cascade,
      topic text not null,
      choice text not null check (choice in ('digest', 'portal')),
      primary key (person_id, topic)
    )`.execute(db);
  await sql`
    create table digest_entries (
      -- Of the email that it replaces, so that a job that runs again adds nothing.
      key text primary key,
      person_id uuid not null references people (id) on delete cascade,
      subject text not null,
      page text not null,
      at timestamptz not null default now()
    )`.execute(db);
  await sql`create index digest_entries_of on digest_entries (person_id, at)`.execute(db);
}
