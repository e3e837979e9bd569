import { type Kysely, sql } from 'kysely';

/** The known issue that a ticket is about. Needs `help_tickets` and `help_incidents`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table help_tickets add column incident_id uuid references help_incidents on delete set null`.execute(
    db,
  );
  await sql`create index help_tickets_incident on help_tickets (incident_id) where incident_id is not null`.execute(
    db,
  );
}
