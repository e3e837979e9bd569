import { type Kysely, sql } from 'kysely';

/** With the number of days PostgreSQL knows that matches are gathered into few groups, which its workers can share. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create statistics short_link_days on (date_bin('1 day', created_at, 'epoch')) from short_links`.execute(
    db,
  );
  await sql`analyze short_links`.execute(db);
}
