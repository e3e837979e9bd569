import { type Kysely, sql } from 'kysely';

/** Tickets in which someone asks for a permission. Needs `help_tickets`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // As in access.yaml; a permission may be gone by the time the ticket is read.
  await sql`alter table help_tickets add column permission text`.execute(db);
  await sql`
    create index help_tickets_permission on help_tickets (requester_id, permission) where permission is not null`.execute(
    db,
  );
}
