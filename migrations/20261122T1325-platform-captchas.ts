import { type Kysely, sql } from 'kysely';

/** Captchas that were solved and used: each works once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table captchas_used (id bytea primary key, expires_at timestamptz not null)`.execute(db);
  await sql`create index captchas_used_expires_at on captchas_used (expires_at)`.execute(db);
}
