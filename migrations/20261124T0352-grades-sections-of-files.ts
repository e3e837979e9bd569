import { type Kysely, sql } from 'kysely';

/** Old files are deleted with all their sections, not only with the current ones. A table of grades. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index grade_sections_file on grade_sections (file_id)`.execute(db);
}
