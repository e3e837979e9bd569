import { type Kysely, sql } from 'kysely';

/** Records are looked up by address also once they have left. Replaces an index of platform-directory. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`drop index directory_records_email`.execute(db);
  await sql`create index directory_records_email on directory_records (lower(email))`.execute(db);
}
