import { type Kysely, sql } from 'kysely';

/**
 * The approved applications of a fiscal year, summed for each page and vote of the committee, without reading those of all
 * years, or all that are pending. Needs `grant_applications` of grants.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index grant_applications_approved on grant_applications (starts_on) where state = 'Approved'`.execute(
    db,
  );
}
