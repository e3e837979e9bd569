import { sql } from 'kysely';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';

/** The buildings of several groups of logs, `Anderson, Finney`, in one statement; `null` if no log is left. */
export async function sayBuildings(
  reader: Reader,
  groups: readonly (readonly string[])[],
): Promise<(string | null)[]> {
  const logs = await readRows(
    reader,
    sql<{
      id: string;
      building: string;
    }>`
    select l.id, b.name as building from ra_logs as l join ra_log_buildings as b on b.id = l.building_id
    where l.id = any(${groups.flat()}::uuid[])`,
  );
  const buildings = new Map(logs.map(({ id, building }) => [id, building]));
  return groups.map((ids) => {
    const named = new Set(ids.flatMap((id) => buildings.get(id) ?? []));
    return named.size === 0 ? null : [...named].sort().join(', ');
  });
}
