import { type Kysely, sql } from 'kysely';

/** When a link was first seen to have expired: from then on it has, whatever a clock says later, until it is edited. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table short_links add column expired_at timestamptz`.execute(db);
  await sql`update short_links set expired_at = expires_at where expires_at <= now()`.execute(db);
}
