import { sql } from 'kysely';
import type { WriteTransaction } from '../../../platform/server/db/database.ts';

/** Notes the ticket about a follow-up, or that it has none anymore. The follow-up itself does not change. */
export async function noteTicket(
  transaction: WriteTransaction,
  id: string,
  ticket: { id: string; number: number } | null,
): Promise<void> {
  await sql`
    update ra_logs set ticket_id = ${ticket?.id ?? null}, ticket_number = ${ticket?.number ?? null}, version = version + 1
    where id = ${id}`.execute(transaction);
}
