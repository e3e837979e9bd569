import { sql } from 'kysely';
import type { WriteTransaction } from '../../../platform/server/db/database.ts';

/** Notes the ticket about a follow-up, which does not change the follow-up itself. */
export async function noteTicket(
  transaction: WriteTransaction,
  id: string,
  ticket: { id: string; number: number },
): Promise<void> {
  await sql`
    update ra_logs set ticket_id = ${ticket.id}, ticket_number = ${ticket.number}, version = version + 1
    where id = ${id}`.execute(transaction);
}
