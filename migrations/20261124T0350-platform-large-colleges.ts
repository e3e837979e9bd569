import { type Kysely, sql } from 'kysely';

/**
 * Lookups that read a whole table at a college of 50,000 people: the sessions that a provider ends by its keys, the
 * groups that someone lost, and what was done to a file that many have downloaded. Tables of platform-saml,
 * comings-and-goings, and the audit.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index sessions_provider_keys on sessions using gin (provider_keys)`.execute(db);
  await sql`create index lost_groups_person on lost_groups (person_id, at)`.execute(db);
  await sql`create index audit_entries_file_history on audit_entries (subject_id, at)
    where subject_type = 'file' and action not in ('file.download', 'file.read')`.execute(db);
}
