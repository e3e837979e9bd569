import { type Kysely, sql } from 'kysely';

/**
 * Those who have an issue by a ticket are found by that ticket, so that unlinking it ends the emails. Before, linking
 * stored them like those who had joined; the audit entry of the link, of the same transaction, tells them apart. Needs
 * 20261122T0920-help-desk-incidents and `audit_entries` with `about`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    delete from help_incident_people p
    where exists (
      select from audit_entries a
      where a.about = p.person_id::text and a.at = p.at
        and a.action = 'help-ticket.change' and a.after->>'incident_id' = p.incident_id::text
    ) and not exists (
      select from audit_entries a
      where a.subject_type = 'help-incident' and a.subject_id = p.incident_id::text
        and a.action = 'help-incident.join' and a.actor_id = p.person_id
    )`.execute(db);
}
