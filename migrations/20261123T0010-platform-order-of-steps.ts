import { type Kysely, sql } from 'kysely';

/** Rows that are read in the order in which they were written, each while its parent is locked. */
const steps = ['grade_uploads', 'grant_messages', 'help_messages', 'help_notes', 'poster_messages'];

/**
 * `now()` is when a transaction began, which may be before another one that got the lock first: what came last was listed
 * below it, and undoing the newest upload of grades failed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of steps)
    await sql`alter table ${sql.table(table)} alter column at set default clock_timestamp()`.execute(db);
}
