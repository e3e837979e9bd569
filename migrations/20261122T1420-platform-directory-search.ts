import { type Kysely, sql } from 'kysely';

/** The search for people in a large directory. Changes a table of 20261122T0800-platform-directory. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists pg_trgm`.execute(db);
  await sql`
    create index directory_records_searched on directory_records using gin (folded gin_trgm_ops) where active`.execute(
    db,
  );
}
