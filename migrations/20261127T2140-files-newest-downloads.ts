import { type Kysely, sql } from 'kysely';

/** The newest downloads of a file, however many it has. Needs `file_downloads` of files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index file_downloads_newest on file_downloads (version_id, at)`.execute(db);
}
