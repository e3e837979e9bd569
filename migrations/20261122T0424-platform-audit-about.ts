import { type Kysely, sql } from 'kysely';

/** Whose data an audit entry is about. Needs `audit_entries` of platform-foundation. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table audit_entries add column about text`.execute(db);
  await sql`create index audit_entries_about on audit_entries (about, at) where about is not null`.execute(
    db,
  );
}
