import { type Kysely, sql } from 'kysely';

/** Known issues of the help desk, and who has them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table help_incidents (
      id uuid primary key,
      title text not null,
      text text not null,
      category text,
      state text not null check (state in ('open', 'solved')),
      created_at timestamptz not null default now(),
      created_by text not null,
      updated_at timestamptz not null default now(),
      version int not null default 1
    )`.execute(db);
  await sql`create index help_incidents_open on help_incidents (created_at, id) where state = 'open'`.execute(
    db,
  );
  await sql`create index help_incidents_newest on help_incidents (created_at, id)`.execute(db);
  await sql`
    create table help_incident_people (
      incident_id uuid not null references help_incidents on delete cascade,
      person_id uuid not null,
      at timestamptz not null default now(),
      primary key (incident_id, person_id)
    )`.execute(db);
}
