import { type Kysely, sql } from 'kysely';

/** For whom IT vouched at the desk: two people for each, and what kind of ID was shown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // `link_id` refers to no row: links don't come back with a restore.
  await sql`
    create table desk_resets (
      id uuid primary key,
      principal_email text not null,
      name text not null,
      id_kind text not null check (id_kind in ('college-id', 'drivers-license', 'passport', 'other-government-id')),
      started_at timestamptz not null default now(),
      started_by_id uuid not null,
      started_by text not null,
      confirmed_at timestamptz,
      confirmed_by_id uuid check (confirmed_by_id <> started_by_id),
      confirmed_by text,
      expires_at timestamptz not null,
      state text not null default 'waiting' check (state in ('waiting', 'declined', 'confirmed')),
      link_id uuid
    )`.execute(db);
  await sql`create index desk_resets_newest on desk_resets (started_at, id)`.execute(db);
  await sql`create unique index desk_resets_waiting on desk_resets (principal_email) where state = 'waiting'`.execute(
    db,
  );
}
