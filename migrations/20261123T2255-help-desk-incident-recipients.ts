import { type Kysely, sql } from 'kysely';

/** Who still gets the email of an update of a known issue. Needs 20261122T0920-help-desk-incidents. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table help_incident_recipients (
      incident_id uuid not null references help_incidents on delete cascade,
      version int not null,
      person_id uuid not null,
      primary key (incident_id, version, person_id)
    )`.execute(db);
}
