import { type Kysely, sql } from 'kysely';

/** Notices to groups or to everyone, their history, and what each person has read or dismissed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notices (
      id uuid primary key,
      title text not null,
      text text not null,
      blocks jsonb not null,
      tone text not null check (tone in ('info', 'warning', 'emergency')),
      -- Without groups it is for everyone, and on the signed-out home page.
      groups text[] check (cardinality(groups) > 0),
      starts_at timestamptz not null,
      ends_at timestamptz not null check (ends_at >= starts_at),
      link_href text,
      link_text text check ((link_text is null) = (link_href is null)),
      created_by_id uuid not null,
      created_by text not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      withdrawn_at timestamptz,
      version integer not null default 1
    )`.execute(db);
  await sql`create index notices_newest on notices (starts_at, id)`.execute(db);
  await sql`create index notices_in_bell on notices (ends_at) where withdrawn_at is null`.execute(db);
  await sql`
    create table notice_history (
      notice_id uuid not null references notices (id) on delete cascade,
      version integer not null,
      action text not null check (action in ('publish', 'edit', 'end', 'withdraw')),
      at timestamptz not null default now(),
      by_name text not null,
      said jsonb not null,
      primary key (notice_id, version)
    )`.execute(db);
  await sql`
    create table notice_marks (
      person_id uuid not null references people (id) on delete cascade,
      notice_id uuid not null references notices (id) on delete cascade,
      read_at timestamptz not null default now(),
      dismissed_at timestamptz,
      primary key (person_id, notice_id)
    )`.execute(db);
  await sql`create index notice_marks_of on notice_marks (notice_id)`.execute(db);
}
