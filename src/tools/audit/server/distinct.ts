import { sql } from 'kysely';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';

/** Every action. One index probe for each, no matter how many entries there are. */
export function distinctActions(reader: Reader): Promise<string[]> {
  return distinct(reader, 'action');
}

/** Every type of subject. */
export function distinctTypes(reader: Reader): Promise<string[]> {
  return distinct(reader, 'subject_type');
}

/** A "loose index scan": PostgreSQL would read the whole index for `select distinct`. */
async function distinct(reader: Reader, name: 'action' | 'subject_type'): Promise<string[]> {
  const column = sql.ref(name);
  const rows = await readRows(
    reader,
    sql<{ value: string }>`
      with recursive found as (
        (select ${column} as value from audit_entries order by ${column} limit 1)
        union all
        select (select ${column} from audit_entries where ${column} > found.value order by ${column} limit 1)
        from found where found.value is not null
      )
      select value from found where value is not null`,
  );
  return rows.map(({ value }) => value);
}
