import { type Kysely, sql } from 'kysely';

/** The search among funding applications. Changes a table of 20261122T1300-grants. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`
    create index grant_applications_found on grant_applications
    using gin (lower(title || E'\\n' || applicant_name || E'\\n' || applicant_email) gin_trgm_ops)`.execute(
    db,
  );
}
