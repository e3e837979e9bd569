import { type Kysely, sql } from 'kysely';

/** Final reports of funding applications, with receipts. Needs grants and grants-attachments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table grant_reports (
      application_id uuid primary key references grant_applications on delete cascade,
      state text not null check (state in ('Submitted', 'Returned', 'Accepted')),
      text text not null,
      -- Cents, by the name of the field.
      amounts jsonb not null,
      total_cents int not null check (total_cents >= 0),
      submitted_at timestamptz not null default now(),
      changed_at timestamptz not null default now()
    )`.execute(db);
  await sql`
    create index grant_reports_waiting on grant_reports (submitted_at) where state = 'Submitted'`.execute(db);
  await sql`
    alter table grant_applications
      -- What the accepted report says was spent. It replaces the total in sums.
      add column spent_cents int check (spent_cents >= 0),
      add check (spent_cents is null or state = 'Approved')`.execute(db);
  await sql`
    create index grant_applications_unreported on grant_applications (applicant_id, ends_on)
      where state = 'Approved' and spent_cents is null`.execute(db);
  await sql`
    alter table grant_messages
      -- What it made of the final report.
      add column report text check (report in ('Submitted', 'Returned', 'Accepted')),
      drop constraint grant_messages_check,
      add check (text <> '' or state is not null or report is not null)`.execute(db);
  await sql`alter table grant_attachments add column is_receipt boolean not null default false`.execute(db);
}
