import { sql } from 'kysely';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';

/** `#1001` for each id of a ticket, or of a message in one, in one statement; `null` if it is gone. */
export async function sayTickets(reader: Reader, ids: readonly string[]): Promise<(string | null)[]> {
  const found = await readRows(
    reader,
    sql<{ id: string; number: number }>`
      select id, number from help_tickets where id = any(${ids}::uuid[])
      union all
      select m.id, t.number from help_messages m join help_tickets t on t.id = m.ticket_id
      where m.id = any(${ids}::uuid[])`,
  );
  const numbers = new Map(found.map(({ id, number }) => [id, number]));
  return ids.map((id) => (numbers.has(id) ? `#${numbers.get(id)}` : null));
}
