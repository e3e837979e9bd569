import { sql } from 'kysely';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { valueOn } from '../../../platform/server/settings/tool-settings.ts';
import type { Balance } from '../contract/shapes.ts';
import { firstDayOf, fiscalYearOf } from './fiscal-year.ts';
import { startsInYear } from './fiscal-year-sql.ts';
import type { Grants } from './grants.ts';
import type { ApplicationRow } from './tables.ts';

/** What an approved application uses: what it reserved, until the accepted report says what was spent. */
export const countedCents = sql<number>`coalesce(spent_cents, total_cents)`;

/** Cents of the approved applications of a fiscal year, except one. */
async function sumApproved(
  reader: Reader,
  { id, applicant_id }: ApplicationRow,
  inYear: ReturnType<typeof startsInYear>,
): Promise<{ person: number; fund: number }> {
  const rows = await readRows(
    reader,
    sql<{ person: number; fund: number }>`
      select coalesce(sum(${countedCents}) filter (where applicant_id = ${applicant_id}), 0)::bigint as person,
        coalesce(sum(${countedCents}), 0)::bigint as fund
      from grant_applications
      where state = 'Approved' and ${inYear} and id <> ${id}`,
  );
  return rows[0] ?? { person: 0, fund: 0 };
}

/** What this person and the fund have spent in the fiscal year of an application, and what is left. For the committee. */
export async function readBalance(
  reader: Reader,
  application: ApplicationRow,
  { caps, fiscalYearStartsIn }: Pick<Grants, 'caps' | 'fiscalYearStartsIn'>,
): Promise<Balance> {
  const year = fiscalYearOf(application.starts_on, fiscalYearStartsIn);
  const { person, fund } = await sumApproved(reader, application, startsInYear(year, fiscalYearStartsIn));
  const cap = valueOn(caps, firstDayOf(year, fiscalYearStartsIn));
  const left = (most: number | null | undefined, spent: number) =>
    most === null || most === undefined ? null : (Math.round(most * 100) - spent) / 100;
  return {
    fiscalYear: year,
    received: person / 100,
    leftOfCap: left(cap?.person, person),
    leftOfFund: left(cap?.fund, fund),
    // The person types what they received; the portal knows what it approved.
    enteredDiffers: application.amounts.currentYearReceivedFunding !== person,
  };
}
