import { type RawBuilder, sql } from 'kysely';
import { firstDayOf } from './fiscal-year.ts';

/**
 * By the first day of the activity and the settings of today: `fiscal_year` is that of the submission, and a college may
 * have said since then when its year begins.
 */
export function startsInYear(year: number, startsIn: number): RawBuilder<boolean> {
  return sql<boolean>`(starts_on >= ${firstDayOf(year, startsIn)}::date
    and starts_on < ${firstDayOf(year + 1, startsIn)}::date)`;
}

/** The same as `fiscalYearOf` the first day of the activity. */
export function yearOfStart(startsIn: number): RawBuilder<number> {
  const monthsAhead = startsIn > 1 ? 13 - startsIn : 0;
  return sql<number>`extract(year from starts_on + make_interval(months => ${monthsAhead}::int))::int`;
}
