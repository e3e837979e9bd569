import { sql } from 'kysely';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import type { ApplicationState } from '../contract/shapes.ts';
import { countedCents } from './balance.ts';
import { startsInYear, yearOfStart } from './fiscal-year-sql.ts';
import type { ApplicationRow, SubmittedReportState } from './tables.ts';

export interface ExportedRow extends ApplicationRow {
  report_state: SubmittedReportState | null;
}

/** Newest first, after one of them; for all years without one. */
export function selectOfYear(
  reader: Reader,
  { year, startsIn }: { year: number | undefined; startsIn: number },
  behind: Pick<ApplicationRow, 'id'> | null,
  limit: number,
): Promise<ExportedRow[]> {
  const those = year === undefined ? sql`true` : startsInYear(year, startsIn);
  // The driver's dates have only milliseconds, so the database compares with its own.
  const next =
    behind === null
      ? sql`true`
      : sql`(first_submitted_at, id) < (select first_submitted_at, id from grant_applications where id = ${behind.id})`;
  return readRows(
    reader,
    sql<ExportedRow>`
      select a.*, (select r.state from grant_reports r where r.application_id = a.id) as report_state
      from grant_applications a where ${those} and ${next}
      order by first_submitted_at desc, id desc limit ${limit}`,
  );
}

/** What was asked for and what was granted, by something that applications have in common. */
export interface FigureRow {
  kind: 'state' | 'spent' | 'department' | 'purpose' | 'year';
  name: string;
  applications: number;
  cents: number;
}

/**
 * The figures of a fiscal year, and the years that exist. What was approved is counted by department,
 * however people write its capitals, and purpose, and what was spent if that is known.
 */
export function selectFigures(reader: Reader, year: number, startsIn: number): Promise<FigureRow[]> {
  const approved: ApplicationState = 'Approved';
  return readRows(
    reader,
    sql<FigureRow>`
      with these as (select * from grant_applications where ${startsInYear(year, startsIn)})
      select 'state' as kind, state as name, count(*)::int as applications, sum(total_cents)::bigint as cents
      from these group by state
      union all
      select 'spent', '', count(*)::int, coalesce(sum(spent_cents), 0)::bigint
      from these where spent_cents is not null
      union all
      select 'department', mode() within group (order by department), count(*)::int, sum(${countedCents})::bigint
      from these where state = ${approved} group by lower(department collate alphabet)
      union all
      select 'purpose', purpose, count(*)::int, sum(${countedCents})::bigint
      from these, unnest(purposes) purpose where state = ${approved} group by purpose
      union all
      select 'year', ${yearOfStart(startsIn)}::text as name, count(*)::int, 0 from grant_applications group by 2
      order by 1, 4 desc, 2`,
  );
}
