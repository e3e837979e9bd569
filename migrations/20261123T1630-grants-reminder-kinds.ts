import { type Kysely, sql } from 'kysely';

/** What someone was reminded of: after a vote, the same seat can be reminded of the move that it leads to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table grant_reminders add column kind text`.execute(db);
  // Only the reminders of the current version still count, and its state says what they were about.
  await sql`
    update grant_reminders r
    set kind = case a.state when 'Pending' then 'vote' when 'Draft' then 'returned' else 'report' end
    from grant_applications a where a.id = r.application_id`.execute(db);
  await sql`
    alter table grant_reminders
      drop constraint grant_reminders_pkey, add primary key (application_id, version, reminded_id, kind)`.execute(
    db,
  );
}
