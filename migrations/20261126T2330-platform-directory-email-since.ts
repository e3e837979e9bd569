import { type Kysely, sql } from 'kysely';

/** Since when a record of the directory has its address. Changes a table of platform-directory. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table directory_records add column email_since timestamptz not null default now()`.execute(
    db,
  );
}
