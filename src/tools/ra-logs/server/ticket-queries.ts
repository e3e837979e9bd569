import { sql } from 'kysely';
import type { WriteTransaction } from '../../../platform/server/db/database.ts';

/** The help desk ticket about a follow-up, as its log names it. */
export interface NotedTicket {
  ticket_id: string | null;
  ticket_number: number | null;
  ticket_requester_id: string | null;
}

export interface LinkedTicket {
  id: string;
  number: number;
  requester_id: string;
}

/** Records the ticket about a follow-up, or that it no longer has one. The follow-up itself does not change. */
export async function noteTicket(
  transaction: WriteTransaction,
  id: string,
  ticket: LinkedTicket | null,
): Promise<void> {
  await sql`
    update ra_logs set ticket_id = ${ticket?.id ?? null}, ticket_number = ${ticket?.number ?? null},
      ticket_requester_id = ${ticket?.requester_id ?? null}, version = version + 1
    where id = ${id}`.execute(transaction);
}
