import { type Kysely, sql } from 'kysely';

/**
 * Answers that were kept in clear for repeated requests may hold what people wrote; they go at once instead of after
 * 30 days. The keys stay, so a write that is sent again is still done only once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`update idempotency_keys set answer = null where answer is not null`.execute(db);
}
