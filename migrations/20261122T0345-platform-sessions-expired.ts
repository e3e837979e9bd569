import { type Kysely, sql } from 'kysely';

/**
 * When a session was first seen to have ended by time: from then on it has, whatever a clock says later. The row stays
 * for a week, so that its browser can be told apart from one whose session was ended, which deletes the row.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column expired_at timestamptz`.execute(db);
}
