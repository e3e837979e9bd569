import { type Kysely, sql } from 'kysely';

/**
 * A request that IT refused stays, so that no one is asked the same at each sign-in of someone who has an account.
 * Changes a table of 20261121T0910-platform-sign-in.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table link_requests add column refused_at timestamptz`.execute(db);
}
