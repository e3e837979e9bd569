/** The first day of a fiscal year. */
export function firstDayOf(fiscalYear: number, startsIn: number): string {
  const year = startsIn > 1 ? fiscalYear - 1 : fiscalYear;
  return `${year}-${String(startsIn).padStart(2, '0')}-01`;
}

/** The fiscal year of a calendar day, named after the year in which it ends. @param startsIn The month in which it begins, from 1 */
export function fiscalYearOf(day: string, startsIn: number): number {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return startsIn > 1 && month >= startsIn ? year + 1 : year;
}
