import { type Kysely, sql } from 'kysely';

/** The bytes that the file storage holds, one row each. Rows of the tools refer to them by name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table stored_files (
      name text primary key check (name ~ '^[0-9a-f]{32}$'),
      bytes bigint not null check (bytes >= 0),
      sha256 bytea not null,
      content_type text not null,
      created_at timestamptz not null default now(),
      missing_at timestamptz
    )`.execute(db);
}
