import { dayAfter } from './time.ts';
import { typedMoment } from './typed-moment.ts';

/**
 * The first instant of a calendar day (`2026-11-21`) in a time zone. PostgreSQL is never asked: it has its own rules
 * for time zones, older or newer than those of Node, by which people are shown times.
 * @throws Error if it is not a day
 */
export function startOfDay(day: string, timeZone: string): Date {
  const moment = typedMoment(`${day} 00:00`, timeZone);
  if (moment === null) throw new Error(`${day} is not a day.`);
  return new Date(moment);
}

/** From the first instant of a day to that of the day after the last one; an empty text is no limit. */
export function periodOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  timeZone: string,
): { since?: Date; before?: Date } {
  return {
    ...(from ? { since: startOfDay(from, timeZone) } : {}),
    ...(to ? { before: startOfDay(dayAfter(to), timeZone) } : {}),
  };
}
