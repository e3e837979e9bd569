import { type Kysely, sql } from 'kysely';

/** Published files, their versions, and who downloaded them. Needs `stored_files` of platform-stored-files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`
    create table files (
      id uuid primary key,
      original_filename text not null,
      folded_filename text not null,
      filepath text not null,
      owner_type text not null,
      content_type text not null,
      department text,
      committee text,
      groups text[] not null,
      -- Lower case; '*' stands for everyone, so that one index finds what a person may have.
      folded_groups text[] not null check (cardinality(folded_groups) > 0),
      networks text[] not null,
      automation_managed boolean not null,
      current_version int not null,
      last_version int not null,
      version int not null default 1,
      created_at timestamptz not null default now(),
      created_by_id uuid not null,
      created_by text not null,
      updated_at timestamptz not null default now(),
      ended text check (ended in ('withdrawn', 'deleted', 'retired')),
      ended_at timestamptz,
      ended_by text,
      retires_at timestamptz,
      retirement_noticed_at timestamptz,
      check ((ended is null) = (ended_at is null))
    )`.execute(db);
  // A file that was deleted or retired leaves its path to another one.
  await sql`
    create unique index files_path on files (lower(filepath))
    where ended is null or ended = 'withdrawn'`.execute(db);
  await sql`create index files_newest on files (created_at, id)`.execute(db);
  await sql`create index files_for on files using gin (folded_groups) where ended is null`.execute(db);
  await sql`create index files_named on files using gin (folded_filename gin_trgm_ops)`.execute(db);
  await sql`create index files_retiring on files (retires_at) where retires_at is not null`.execute(db);
  await sql`create index files_ended on files (ended_at) where ended_at is not null`.execute(db);
  await sql`
    create table file_versions (
      id uuid primary key,
      file_id uuid not null references files (id) on delete cascade,
      number int not null,
      stored_name text not null unique references stored_files (name),
      media_type text not null,
      bytes bigint not null,
      created_at timestamptz not null default now(),
      created_by text not null,
      unique (file_id, number)
    )`.execute(db);
  await sql`
    create table file_downloads (
      version_id uuid not null references file_versions (id) on delete cascade,
      person_id uuid not null,
      -- Tens of minutes since 1970: a download that is repeated within them counts once.
      slot bigint not null,
      at timestamptz not null default now(),
      primary key (version_id, person_id, slot)
    )`.execute(db);
}
