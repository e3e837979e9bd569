import { type Kysely, sql } from 'kysely';

/** Files of funding applications. Needs grants and platform-stored-files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table grant_attachments (
      id uuid primary key,
      application_id uuid not null references grant_applications on delete cascade,
      stored_name text not null unique references stored_files (name),
      file_name text not null,
      media_type text not null,
      bytes bigint not null,
      added_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index grant_attachments_of on grant_attachments (application_id, added_at, id)`.execute(
    db,
  );
}
