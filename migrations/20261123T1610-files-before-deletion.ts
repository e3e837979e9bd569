import { type Kysely, sql } from 'kysely';

/**
 * What a deleted file was before, so that undoing the deletion does not publish what was withdrawn. Changes the table of
 * 20261122T0740-files; for what is deleted already, reads the audit log of 20261121T0900-platform-foundation.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table files
    -- Nothing: it was published.
    add column before_deletion text check (before_deletion in ('withdrawn', 'retired'))`.execute(db);
  await sql`
    update files f set before_deletion = (
      select e.before ->> 'ended' from audit_entries e
      where e.subject_type = 'file' and e.subject_id = f.id::text and e.action = 'file.delete'
      order by e.at desc, e.id desc limit 1)
    where f.ended = 'deleted'`.execute(db);
}
