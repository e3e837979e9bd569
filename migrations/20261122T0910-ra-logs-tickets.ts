import { type Kysely, sql } from 'kysely';

/** A follow-up of an RA log and the help desk ticket about it. Needs `ra_logs` and `help_tickets`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ra_logs add column ticket_id uuid, add column ticket_number int`.execute(db);
  await sql`alter table help_tickets add column log_id uuid`.execute(db);
  await sql`create unique index help_tickets_log on help_tickets (log_id) where log_id is not null`.execute(
    db,
  );
}
