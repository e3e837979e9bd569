import { type Kysely, sql } from 'kysely';

/** What two filters of the list look through among a million logs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Few logs wait for their review. Those of a building that is seldom visited lie far apart in the order of the list.
  await sql`
    create index ra_logs_unreviewed on ra_logs (building_id, created_at, id) where reviewer_id is null`.execute(
    db,
  );
  // With the counts in it, those of a person are read from the index alone: in the table they are spread over its months.
  const kinds = sql`submitter_id, month, building_id, reviewer_id, follow_up`;
  await sql`
    alter table ra_log_people_counts
      drop constraint ra_log_people_counts_submitter_id_month_building_id_reviewe_key,
      add constraint ra_log_people_counts_kinds unique nulls not distinct (${kinds}) include (logs)`.execute(
    db,
  );
}
