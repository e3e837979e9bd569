import { type Kysely, sql } from 'kysely';

/** Reports about sign-ins that are made in the background, and questions that people keep. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table search_reports (
      id uuid primary key,
      asked_by_id uuid not null references people (id),
      asked_by text not null,
      question jsonb not null,
      state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
      read integer not null default 0,
      people integer,
      csv text,
      reason text,
      asked_at timestamptz not null default now(),
      ended_at timestamptz
    )`.execute(db);
  await sql`create index search_reports_newest on search_reports (asked_at, id)`.execute(db);
  await sql`
    create table search_questions (
      id uuid primary key,
      owner_id uuid not null references people (id),
      name text not null,
      question jsonb not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index search_questions_name on search_questions (owner_id, lower(name))`.execute(
    db,
  );
}
