import { type Kysely, sql } from 'kysely';

/** The people of the college as its directory knows them, and each time that the directory was read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const fields = sql.raw(`
    key text not null,
    account_name text not null,
    email text not null,
    given_name text not null,
    family_name text not null,
    title text not null,
    department text not null,
    department_code text not null,
    phone text not null,
    fax text not null,
    mailbox text not null,
    kind text not null check (kind in ('employee', 'student')),
    groups text[] not null,
    confidential boolean not null,
    folded text not null,
    content_hash text not null`);
  // What has left the source is kept as inactive: rows of tools may name it.
  await sql`
    create table directory_records (
      ${fields},
      active boolean not null default true,
      person_id uuid unique references people (id) on delete set null,
      changed_at timestamptz not null default now(),
      primary key (key)
    )`.execute(db);
  await sql`create index directory_records_email on directory_records (lower(email)) where active`.execute(
    db,
  );
  await sql`
    create index directory_records_departments on directory_records (department, family_name, given_name)
    where active and kind = 'employee'`.execute(db);
  await sql`create index directory_records_groups on directory_records using gin (groups) where active`.execute(
    db,
  );

  await sql`
    create table directory_runs (
      id uuid primary key,
      origin text not null check (origin in ('upload', 'file')),
      state text not null check (state in ('waiting', 'applied', 'discarded', 'failed')),
      reason text,
      records integer not null,
      added integer not null,
      changed integer not null,
      gone integer not null,
      source_hash text,
      created_by text not null,
      created_at timestamptz not null default now(),
      decided_by text,
      decided_at timestamptz
    )`.execute(db);
  await sql`create index directory_runs_newest on directory_runs (created_at, id)`.execute(db);
  // One at a time waits for a decision: a newer reading takes the place of an older one.
  await sql`create unique index directory_runs_waiting on directory_runs (state) where state = 'waiting'`.execute(
    db,
  );
  await sql`
    create table directory_staged (
      run_id uuid not null references directory_runs (id) on delete cascade,
      ${fields},
      primary key (run_id, key)
    )`.execute(db);
}
