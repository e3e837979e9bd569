import { sql } from 'kysely';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';

/** `Poster #1001` for each id of a request, or of a message about one, in one statement; `null` if it is gone. */
export async function sayPosters(reader: Reader, ids: readonly string[]): Promise<(string | null)[]> {
  const found = await readRows(
    reader,
    sql<{ id: string; number: number }>`
      select id, number from poster_requests where id = any(${ids}::uuid[])
      union all
      select m.id, r.number from poster_messages m join poster_requests r on r.id = m.request_id
      where m.id = any(${ids}::uuid[])`,
  );
  const numbers = new Map(found.map(({ id, number }) => [id, number]));
  return ids.map((id) => (numbers.has(id) ? `Poster #${numbers.get(id)}` : null));
}
