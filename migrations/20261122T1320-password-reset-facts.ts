import { type Kysely, sql } from 'kysely';

/** What the student system knows of each person, as keyed hashes, and each import of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reset_imports (
      id uuid primary key,
      imported_at timestamptz not null default now(),
      imported_by text not null,
      people integer not null,
      added integer not null,
      changed integer not null,
      removed integer not null,
      incomplete integer not null,
      secret_check bytea not null
    )`.execute(db);
  await sql`create index reset_imports_newest on reset_imports (imported_at, id)`.execute(db);
  // Without a phone or a personal email a person can't use the form; without the last four digits they can.
  await sql`
    create table reset_facts (
      id uuid primary key,
      email text not null unique,
      college_id bytea not null,
      birthdate bytea not null,
      last_four bytea,
      phone bytea,
      personal_email text,
      personal_email_check bytea
    )`.execute(db);
}
