import { type Kysely, sql } from 'kysely';

/**
 * What the search among funding applications looks in, in lower case, made by the application, since what lower() knows
 * of letters depends on the locale of the server. Changes a table of grants, and replaces the index of grants-found.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table grant_applications add column folded text collate "C" not null default ''`.execute(db);
  await sql`drop index grant_applications_found`.execute(db);
  await sql`
    create index grant_applications_found on grant_applications using gin (folded gin_trgm_ops)`.execute(db);
}
