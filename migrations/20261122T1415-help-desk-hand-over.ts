import { type Kysely, sql } from 'kysely';

/** Tickets that another help desk works on. Needs `help_tickets`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table help_tickets
      -- Where the ticket goes; without it, it is worked on here.
      add column handed_to text check (handed_to in ('email', 'zammad')),
      add column handed_at timestamptz,
      -- As the other desk counts.
      add column handed_number text`.execute(db);
}
