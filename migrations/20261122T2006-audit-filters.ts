import { type Kysely, sql } from 'kysely';

/**
 * Audit entries by who did it and by what was done, newest first. Entries by subject, by whose data it is, and by time
 * have their indexes already. Needs `audit_entries` of platform-foundation.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index audit_entries_actor on audit_entries (actor_id, at) where actor_id is not null`.execute(
    db,
  );
  await sql`create index audit_entries_action on audit_entries (action, at)`.execute(db);
}
