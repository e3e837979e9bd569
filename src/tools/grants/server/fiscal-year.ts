/** The fiscal year of a calendar day, named after the year in which it ends. @param startsIn The month in which it begins, from 1 */
export function fiscalYearOf(day: string, startsIn: number): number {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return startsIn > 1 && month >= startsIn ? year + 1 : year;
}
