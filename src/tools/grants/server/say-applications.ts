import { sql } from 'kysely';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { sayTime } from '../../../platform/server/time/time.ts';

/**
 * `Application of Nov 3, 2026, 4:12 PM MST` for each id of an application, or of a message about one, in one statement;
 * `null` if it is gone. Neither whose it is nor its title, which they wrote.
 */
export async function sayApplications(
  reader: Reader,
  ids: readonly string[],
  timeZone: string,
): Promise<(string | null)[]> {
  const found = await readRows(
    reader,
    sql<{ id: string; at: Date }>`
      select id, first_submitted_at as at from grant_applications where id = any(${ids}::uuid[])
      union all
      select m.id, a.first_submitted_at from grant_messages m join grant_applications a on a.id = m.application_id
      where m.id = any(${ids}::uuid[])`,
  );
  const times = new Map(found.map(({ id, at }) => [id, sayTime(at, timeZone)]));
  return ids.map((id) => (times.has(id) ? `Application of ${times.get(id)}` : null));
}
