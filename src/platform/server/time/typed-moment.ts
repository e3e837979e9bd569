/** `2027-06-30` or `6/30/2027`, alone or with a time of day, which may say how far it is ahead of UTC. */
const written =
  /^(?:(?<isoYear>\d{4})-(?<isoMonth>\d\d)-(?<isoDay>\d\d)|(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4}))(?:(?:T|,? +)(?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d))?(?: ?(?<half>[AP]M))?(?<offset>[+-][01]\d:[0-5]\d)?)?$/i;

const dayMs = 86_400_000;

/**
 * A date as people and spreadsheets write it, on the clock of a time zone: `2027-06-30`, `6/30/2027` (the month first),
 * with or without `23:59`, `23:59:00`, `11:59 PM`, or, as `localMoment` writes it, `23:59:00-07:00`. A date alone is the
 * last second of its day.
 * @returns the instant in ISO 8601, or `null` for anything else, such as February 30. In the hour that is skipped in
 *   spring the clock is read as if it had not been changed yet; of the hour that comes twice the first counts, unless
 *   the text says which.
 */
export function typedMoment(text: string, timeZone: string): string | null {
  const groups = written.exec(text.trim())?.groups;
  if (groups === undefined) return null;
  const { isoYear, isoMonth, isoDay, year, month, day, hour, minute, second = '0', half, offset } = groups;
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
  const at = offset === undefined ? instantOf(reading, timeZone) : reading - readOffset(offset);
  return new Date(at).toISOString();
}

/** The hour of a clock of twelve hours, or the hour as it is; `NaN` for `13 PM`. */
function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return Number.NaN;
  return (hour % 12) + (half.toUpperCase() === 'PM' ? 12 : 0);
}

/** `-07:00` in milliseconds. */
function readOffset(text: string): number {
  const [hours = 0, minutes = 0] = text.slice(1).split(':').map(Number);
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

function writeOffset(offset: number): string {
  const time = new Date(Math.abs(offset)).toISOString().slice(11, 16);
  return `${offset < 0 ? '-' : '+'}${time}`;
}

/** @param reading What the clock shows, as if it were UTC. */
function instantOf(reading: number, timeZone: string): number {
  const { before, after, shows } = meaningsOf(reading, timeZone);
  return !shows(before) && shows(after) ? after : before;
}

/** What a reading may mean: before and after a change of the clock nearby, otherwise the same instant. */
function meaningsOf(reading: number, timeZone: string) {
  return {
    before: reading - offsetAt(reading - dayMs, timeZone),
    after: reading - offsetAt(reading + dayMs, timeZone),
    shows: (at: number) => at + offsetAt(at, timeZone) === reading,
  };
}

/** Whether the clock shows this second twice, on the night when it is set back. */
function comesTwice(reading: number, timeZone: string): boolean {
  if (!isChangedNear(reading, timeZone)) return false;
  const { before, after, shows } = meaningsOf(reading, timeZone);
  return before !== after && shows(before) && shows(after);
}

/** By zone and day. An export asks for each of its times, and asking the clock takes the longest of writing one. */
const changes = new Map<string, boolean>();

/** Whether the clock is changed within a few days. */
function isChangedNear(reading: number, timeZone: string): boolean {
  const day = Math.floor(reading / dayMs);
  const key = `${timeZone} ${day}`;
  let isChanged = changes.get(key);
  if (isChanged === undefined) {
    isChanged = offsetAt((day - 2) * dayMs, timeZone) !== offsetAt((day + 3) * dayMs, timeZone);
    changes.set(key, isChanged);
  }
  return isChanged;
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

/**
 * An instant on the clock of a zone, for files: `2027-06-30 23:59:59`. Name the zone in the heading. In the hour that
 * comes twice it says which one: `2027-11-07 01:30:00-07:00`.
 */
export function localMoment(instant: Date, timeZone: string): string {
  const offset = offsetAt(instant.getTime(), timeZone);
  const shown = new Date(instant.getTime() + offset).toISOString().slice(0, 19);
  const which = comesTwice(Date.parse(`${shown}Z`), timeZone) ? writeOffset(offset) : '';
  return shown.replace('T', ' ') + which;
}
