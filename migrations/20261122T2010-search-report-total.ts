import { type Kysely, sql } from 'kysely';

/** How many accounts a report goes through, so that its page can say how far it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table search_reports add column total integer`.execute(db);
}
