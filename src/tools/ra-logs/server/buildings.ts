import { sql } from 'kysely';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';

/** The buildings that occur in logs. */
export async function selectBuildings(reader: Reader): Promise<string[]> {
  const rows = await readRows(reader, sql<{ name: string }>`select name from ra_log_buildings order by name`);
  return rows.map(({ name }) => name);
}
