import { type Kysely, sql } from 'kysely';

/** What people typed into an application and have not submitted yet. Needs grants. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table grant_drafts (
      -- That of the application, for one that was returned.
      id uuid primary key,
      owner_id uuid not null references people on delete cascade,
      is_new boolean not null,
      -- As typed, by the name of the field.
      typed jsonb not null,
      saved_at timestamptz not null default now(),
      version int not null default 1
    )`.execute(db);
  await sql`create index grant_drafts_of on grant_drafts (owner_id, saved_at, id)`.execute(db);
}
