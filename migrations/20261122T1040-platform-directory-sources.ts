import { type Kysely, sql } from 'kysely';

/**
 * The directory may come from a CSV file and from a directory server. Changes the tables of
 * 20261122T0800-platform-directory.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table directory_runs drop constraint directory_runs_origin_check`.execute(db);
  await sql`
    alter table directory_runs
      add constraint directory_runs_origin_check check (origin in ('upload', 'file', 'ldap')),
      add column source text not null generated always as (case origin when 'ldap' then 'ldap' else 'csv' end) stored`.execute(
    db,
  );
  // One of each source at a time waits for a decision: a newer reading of one does not discard that of another.
  await sql`drop index directory_runs_waiting`.execute(db);
  await sql`create unique index directory_runs_waiting on directory_runs (source) where state = 'waiting'`.execute(
    db,
  );
  // What each source said, as long as its reading waits or is the last one that was applied.
  await sql`
    create table directory_readings (
      run_id uuid not null references directory_runs (id) on delete cascade,
      key text not null,
      record jsonb not null,
      primary key (run_id, key)
    )`.execute(db);
}
