import { type Kysely, sql } from 'kysely';

/**
 * What a deleted file was before, so that undoing the deletion does not publish what was withdrawn. Changes the table of
 * 20261122T0740-files.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table files
    -- Nothing: it was published.
    add column before_deletion text check (before_deletion in ('withdrawn', 'retired'))`.execute(db);
}
