import { type Kysely, sql } from 'kysely';

/** Grade files, the sections that each upload brought, and the uploads themselves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table grade_files (
      id uuid primary key,
      owner_id uuid not null references people (id),
      term text not null,
      year integer not null,
      created_at timestamptz not null default now(),
      updated_at timestamptz not null default now(),
      unique (owner_id, term, year)
    )`.execute(db);
  await sql`create index grade_files_updated on grade_files (updated_at, id)`.execute(db);
  await sql`
    create table grade_uploads (
      id uuid primary key,
      file_id uuid not null references grade_files on delete cascade,
      at timestamptz not null default now(),
      by_name text not null,
      added integer not null,
      changed integer not null,
      removed integer not null,
      undone_at timestamptz
    )`.execute(db);
  await sql`create index grade_uploads_of on grade_uploads (file_id, at, id)`.execute(db);
  // A section is never changed: the next upload ends it, and undoing that upload brings it back.
  await sql`
    create table grade_sections (
      id uuid primary key,
      file_id uuid not null references grade_files on delete cascade,
      label text not null,
      folded_label text not null,
      upload_id uuid not null references grade_uploads on delete cascade,
      ended_by uuid references grade_uploads on delete cascade,
      is_current boolean not null,
      quizzes integer not null,
      students integer not null,
      rows jsonb not null
    )`.execute(db);
  await sql`create unique index grade_sections_current on grade_sections (file_id, folded_label) where is_current`.execute(
    db,
  );
  await sql`create index grade_sections_upload on grade_sections (upload_id)`.execute(db);
  await sql`create index grade_sections_ended_by on grade_sections (ended_by)`.execute(db);
}
