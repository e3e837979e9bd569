import { sql } from 'kysely';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import type { ApplicationState } from '../contract/shapes.ts';
import type { ApplicationRow } from './tables.ts';

/** Newest first, behind one of them; of all years without one. */
export function selectOfYear(
  reader: Reader,
  year: number | undefined,
  behind: Pick<ApplicationRow, 'id'> | null,
  limit: number,
): Promise<ApplicationRow[]> {
  const those = year === undefined ? sql`true` : sql`fiscal_year = ${year}`;
  // A date of the driver has milliseconds only, so the database compares with its own.
  const next =
    behind === null
      ? sql`true`
      : sql`(first_submitted_at, id) < (select first_submitted_at, id from grant_applications where id = ${behind.id})`;
  return readRows(
    reader,
    sql<ApplicationRow>`
      select * from grant_applications where ${those} and ${next}
      order by first_submitted_at desc, id desc limit ${limit}`,
  );
}

/** What was asked for and what was given, by something that applications have in common. */
export interface FigureRow {
  kind: 'state' | 'department' | 'purpose' | 'year';
  name: string;
  applications: number;
  cents: number;
}

/** The figures of a fiscal year, and the years that there are. Approved money is counted by department and purpose. */
export function selectFigures(reader: Reader, year: number): Promise<FigureRow[]> {
  const approved: ApplicationState = 'Approved';
  return readRows(
    reader,
    sql<FigureRow>`
      with these as (select * from grant_applications where fiscal_year = ${year})
      select 'state' as kind, state as name, count(*)::int as applications, sum(total_cents)::bigint as cents
      from these group by state
      union all
      select 'department', department, count(*)::int, sum(total_cents)::bigint
      from these where state = ${approved} group by department
      union all
      select 'purpose', purpose, count(*)::int, sum(total_cents)::bigint
      from these, unnest(purposes) purpose where state = ${approved} group by purpose
      union all
      select 'year', fiscal_year::text, count(*)::int, 0 from grant_applications group by fiscal_year
      order by 1, 4 desc, 2`,
  );
}
