import { type Kysely, sql } from 'kysely';

/**
 * The applications of a fiscal year, summed for each page and vote of the committee, without reading those of all years.
 * Needs `grant_applications` of grants.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index grant_applications_by_day on grant_applications (starts_on)`.execute(db);
}
