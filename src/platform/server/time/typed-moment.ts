/** `2027-06-30` or `6/30/2027`, alone or with a time of day. */
const written =
  /^(?:(?<isoYear>\d{4})-(?<isoMonth>\d\d)-(?<isoDay>\d\d)|(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4}))(?:(?:T|,? +)(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d))?(?: ?(?<half>[AP]M))?)?$/i;

const dayMs = 86_400_000;

/**
 * A date as people and spreadsheets write it, on the clock of a time zone: `2027-06-30`, `6/30/2027` (the month first),
 * with or without `23:59`, `23:59:00`, or `11:59 PM`. A date alone is the last second of its day.
 * @returns the instant in ISO 8601, or `null` for anything else, such as February 30. In the hour that is skipped in
 *   spring the clock is read as if it had not been changed yet; of the hour that comes twice the first counts.
 */
export function typedMoment(text: string, timeZone: string): string | null {
  const groups = written.exec(text.trim())?.groups;
  if (groups === undefined) return null;
  const { isoYear, isoMonth, isoDay, year, month, day, hour, minute, second = '0', half } = groups;
  const date = [isoYear ?? year, isoMonth ?? month, isoDay ?? day].map(Number);
  const time =
    hour === undefined ? [23, 59, 59] : [hourOf(Number(hour), half), Number(minute), Number(second)];
  const reading = Date.UTC(date[0] ?? 0, (date[1] ?? 0) - 1, date[2], time[0], time[1], time[2]);
  if (Number.isNaN(reading)) return null;
  const back = new Date(reading);
  const parts = [back.getUTCFullYear(), back.getUTCMonth() + 1, back.getUTCDate()];
  const clock = [back.getUTCHours(), back.getUTCMinutes(), back.getUTCSeconds()];
  // Nothing may have run over: a 13th month, a 31st of June, a 25th hour.
  if ([...date, ...time].some((value, index) => value !== [...parts, ...clock][index])) return null;
  return new Date(instantOf(reading, timeZone)).toISOString();
}

/** The hour of a clock of twelve hours, or the hour as it is; `NaN` for `13 PM`. */
function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return Number.NaN;
  return (hour % 12) + (half.toUpperCase() === 'PM' ? 12 : 0);
}

/** @param reading What the clock shows, as if it were UTC. */
function instantOf(reading: number, timeZone: string): number {
  const before = reading - offsetAt(reading - dayMs, timeZone);
  const after = reading - offsetAt(reading + dayMs, timeZone);
  const shows = (at: number) => at + offsetAt(at, timeZone) === reading;
  return !shows(before) && shows(after) ? after : before;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** How far the clock of a zone is ahead of UTC, in milliseconds. */
function offsetAt(at: number, timeZone: string): number {
  let format = formats.get(timeZone);
  if (format === undefined) {
    // Swedish writes dates as ISO 8601 does.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
    formats.set(timeZone, format);
  }
  return Date.parse(`${format.format(at).replace(' ', 'T')}Z`) - Math.floor(at / 1000) * 1000;
}

/** An instant on the clock of a zone, for files: `2027-06-30 23:59:59`. Name the zone in the heading. */
export function localMoment(instant: Date, timeZone: string): string {
  return new Date(instant.getTime() + offsetAt(instant.getTime(), timeZone))
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ');
}
