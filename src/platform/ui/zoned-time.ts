/** Instants are ISO 8601 in UTC; a local date and time is written like a browser's input: `2026-11-21T08:00`. */

interface Parts {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
}

const partsFormats = new Map<string, Intl.DateTimeFormat>();

function partsOf(at: number, timeZone: string): Parts {
  let format = partsFormats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'iso8601',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    partsFormats.set(timeZone, format);
  }
  const parts = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  for (const { type, value } of format.formatToParts(at)) {
    if (type in parts) parts[type as keyof Parts] = Number(value);
  }
  return parts;
}

function asIfUtc({ year, month, day, hour, minute, second }: Parts): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** An instant as the college's clock shows it, for a `datetime-local` input; seconds only when there are any. */
export function localDateTimeOf(instant: string, timeZone: string): string {
  const at = Date.parse(instant);
  if (Number.isNaN(at)) return '';
  const written = new Date(asIfUtc(partsOf(at, timeZone))).toISOString();
  return written.slice(0, written.slice(17, 19) === '00' ? 16 : 19);
}

/**
 * The instant at which the college's clock shows this date and time, `null` if there is none. In the hour that is
 * skipped in spring the clock is read as if it had not been changed yet; of the hour that comes twice in the fall, the
 * first counts (the same choices as `Temporal`'s "compatible").
 */
export function instantOf(localDateTime: string, timeZone: string): string | null {
  const wanted = Date.parse(`${localDateTime}Z`);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(localDateTime) || Number.isNaN(wanted)) return null;
  const { before, after, shows } = readingsOf(wanted, timeZone);
  const at = shows(before) ? before : shows(after) ? after : before;
  return new Date(at).toISOString();
}

const day = 86_400_000;

/** What a time on the clock may mean: before and after a clock change nearby, otherwise the same instant. */
function readingsOf(reading: number, timeZone: string) {
  const shown = (at: number) => asIfUtc(partsOf(at, timeZone));
  const offsetAt = (at: number) => shown(at) - at;
  return {
    before: reading - offsetAt(reading - day),
    after: reading - offsetAt(reading + day),
    shows: (at: number) => shown(at) === reading,
  };
}

/** Whether the clock shows this minute twice, on the night when it is set back. */
function comesTwice(at: number, timeZone: string): boolean {
  const { before, after, shows } = readingsOf(asIfUtc(partsOf(at, timeZone)), timeZone);
  return before !== after && shows(before) && shows(after);
}

export type TimeStyle = 'date' | 'date-time' | 'exact';

const styles: Record<TimeStyle, Intl.DateTimeFormatOptions> = {
  date: { dateStyle: 'medium' },
  'date-time': { dateStyle: 'medium', timeStyle: 'short' },
  exact: { dateStyle: 'full', timeStyle: 'long' },
};

/** The zone of the reader's own clock; `null` if the browser doesn't know it, and says `Etc/Unknown`. */
export function readerZoneOf(reported = Intl.DateTimeFormat().resolvedOptions().timeZone): string | null {
  try {
    return Intl.DateTimeFormat('en-US', { timeZone: reported }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/**
 * An instant in words, on the college's clock. With the zone (`MST`) in the hour that comes twice, and if the reader's
 * own clock, that of `readerZone`, shows or may show another time.
 */
export function formatTime(
  instant: string,
  timeZone: string,
  style: TimeStyle,
  readerZone: string | null = timeZone,
): string {
  const at = Date.parse(instant);
  if (Number.isNaN(at)) return instant;
  const words = new Intl.DateTimeFormat('en-US', { ...styles[style], timeZone }).format(at);
  const isUnclear =
    readerZone === null ||
    !isSameTime(at, timeZone, readerZone) ||
    comesTwice(Math.floor(at / 1_000) * 1_000, timeZone);
  if (style !== 'date-time' || !isUnclear) return words;
  const zoned = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' });
  const zone = zoned.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
  return `${words} ${zone}`;
}

const dayForms = {
  /** `Nov 21`, where the year is obvious. */
  short: { month: 'short', day: 'numeric' },
  /** `Nov 21, 2026`. */
  medium: { dateStyle: 'medium' },
  /** `Saturday, November 21, 2026`. */
  long: { dateStyle: 'full' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

/** A day on the calendar (`2026-11-21`) in words; a day has no time zone. */
export function formatDay(day: string, form: keyof typeof dayForms = 'medium'): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(at)) return day;
  return new Intl.DateTimeFormat('en-US', { ...dayForms[form], timeZone: 'UTC' }).format(at);
}

/** Whether the clocks of two zones show the same time at an instant. */
function isSameTime(at: number, oneZone: string, otherZone: string): boolean {
  return asIfUtc(partsOf(at, oneZone)) === asIfUtc(partsOf(at, otherZone));
}

/** What people call the zone today: `Mountain Time`. Zones have had other names, such as Detroit's and Juneau's. */
export function nameOfZone(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
