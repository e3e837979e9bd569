import { type Kysely, sql } from 'kysely';

/**
 * What happened to a person is about that person, as entries that name someone are, newest first. Replaces the index of
 * platform-audit-about.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const owner = sql`coalesce(about, case subject_type when 'person' then subject_id end)`;
  await sql`create index audit_entries_owner on audit_entries ((${owner}), at) where ${owner} is not null`.execute(
    db,
  );
  await sql`drop index audit_entries_about`.execute(db);
}
