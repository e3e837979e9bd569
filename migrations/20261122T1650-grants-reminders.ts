import { type Kysely, sql } from 'kysely';

/** Who was reminded of a funding application, so that no one is reminded twice. Needs grants. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table grant_reminders (
      application_id uuid not null references grant_applications on delete cascade,
      -- What waits begins with a step, which makes a new version.
      version int not null,
      -- A seat on the approver list, or the applicant.
      reminded_id uuid not null,
      at timestamptz not null default now(),
      primary key (application_id, version, reminded_id)
    )`.execute(db);
}
