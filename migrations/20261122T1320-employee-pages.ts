import { type Kysely, sql } from 'kysely';

/** What employees add to their entry in the directory, photos, and what someone found wrong there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The address of a person's page: their key is a number that other tools check people by, so it stays out of addresses.
  await sql`alter table directory_records add column page_id uuid not null default gen_random_uuid()`.execute(
    db,
  );
  await sql`create unique index directory_records_page on directory_records (page_id)`.execute(db);
  await sql`
    create table directory_photos (
      record_key text primary key references directory_records (key) on delete cascade,
      photo bytea,
      source_hash text not null
    )`.execute(db);
  await sql`
    create table employee_pages (
      record_key text primary key references directory_records (key) on delete cascade,
      room text not null,
      hours text not null,
      ask_about text not null,
      pronouns text not null,
      audience text not null check (audience in ('employees', 'everyone')),
      photo_choice text not null check (photo_choice in ('college', 'own', 'none')),
      photo bytea,
      version integer not null
    )`.execute(db);
  await sql`
    create table employee_corrections (
      id uuid primary key,
      record_key text not null references directory_records (key) on delete cascade,
      reporter_id uuid not null references people (id) on delete cascade,
      what text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
}
