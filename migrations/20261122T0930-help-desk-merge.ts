import { type Kysely, sql } from 'kysely';

/** Whether a solution helped, which tickets are one, and how long solved ones are kept. Needs `help_tickets`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table help_tickets
      add column helped boolean,
      add column merged_into uuid references help_tickets on delete set null`.execute(db);
  await sql`create index help_tickets_kept on help_tickets (solved_at) where solved_at is not null`.execute(
    db,
  );
  await sql`create index help_tickets_merged on help_tickets (merged_into) where merged_into is not null`.execute(
    db,
  );
}
