import { type Kysely, sql } from 'kysely';

/** Who still gets an email about a broken target, so that a night that fails halfway goes on where it stopped. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table short_link_check_recipients (
      person_id uuid not null references people (id) on delete cascade,
      link_id uuid not null references short_links (id) on delete cascade,
      primary key (person_id, link_id)
    )`.execute(db);
  await sql`create index short_link_check_recipients_link on short_link_check_recipients (link_id)`.execute(
    db,
  );
}
