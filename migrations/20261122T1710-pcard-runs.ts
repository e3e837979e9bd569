import { type Kysely, sql } from 'kysely';

/** Journals that were made of P-Card files, and their lines. Of cards only the last four digits are kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // `fingerprint` is of the transactions, so that a file is recognized however it was saved.
  await sql`
    create table pcard_runs (
      id uuid primary key,
      journal_log_number text not null,
      profile text not null,
      file_name text not null,
      fingerprint text not null,
      processed_at timestamptz not null default now(),
      processed_by_id uuid not null,
      processed_by text not null,
      transactions int not null,
      lines int not null,
      dropped int not null,
      repeated int not null,
      debit_cents bigint not null,
      credit_cents bigint not null check (credit_cents = debit_cents),
      journal text,
      voided_at timestamptz,
      voided_by text,
      void_reason text,
      version int not null default 1
    )`.execute(db);
  await sql`create index pcard_runs_newest on pcard_runs (processed_at, id)`.execute(db);
  await sql`create index pcard_runs_number on pcard_runs using gin (journal_log_number gin_trgm_ops)`.execute(
    db,
  );
  await sql`
    create table pcard_lines (
      run_id uuid not null references pcard_runs (id) on delete cascade,
      line int not null,
      account text not null,
      cents bigint not null,
      description text not null,
      rule text not null,
      source_row int,
      card text not null check (card ~ '^(\\d{4})?$'),
      cardholder text not null,
      day date,
      merchant text not null,
      fingerprint text,
      primary key (run_id, line)
    )`.execute(db);
  await sql`create index pcard_lines_fingerprint on pcard_lines (fingerprint)`.execute(db);
}
