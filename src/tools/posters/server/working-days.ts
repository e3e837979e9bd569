import { dayAfter } from '../../../platform/server/time/time.ts';

/** Saturdays, Sundays, and holidays are not. @param day A calendar day, `2026-11-23` */
function isWorkingDay(day: string, holidays: ReadonlySet<string>): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidays.has(day);
}

/** The calendar day this many working days after another. With none, the day itself or the next working day. */
export function afterWorkingDays(start: string, days: number, holidays: ReadonlySet<string>): string {
  let day = start;
  let left = days;
  while (left > 0 || !isWorkingDay(day, holidays)) {
    day = dayAfter(day);
    if (isWorkingDay(day, holidays)) left -= 1;
  }
  return day;
}
