const dayFormats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day (`2026-11-21`) of an instant in a time zone; a number is milliseconds since 1970. */
export function dayOf(instant: Date | number, timeZone: string): string {
  let format = dayFormats.get(timeZone);
  if (format === undefined) {
    // Swedish writes dates like ISO 8601. Creating a format takes a hundred times as long as using it.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
    dayFormats.set(timeZone, format);
  }
  return format.format(instant);
}

/** The calendar day (`2026-11-22`) this many days after another; days of 23 and 25 hours count as one. */
export function dayAfter(day: string, days = 1): string {
  const later = new Date(`${day}T00:00:00Z`);
  later.setUTCDate(later.getUTCDate() + days);
  return later.toISOString().slice(0, 10);
}

/** An instant as it is sent: ISO 8601 in UTC. */
export function isoOrNull(instant: Date | null): string | null {
  return instant?.toISOString() ?? null;
}

/** A day on the calendar as a sentence says it: `Nov 21, 2026`. */
export function sayDate(day: string): string {
  return new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'medium' }).format(Date.parse(day));
}

/** An instant as a sentence says it: `Nov 21, 2026, 1:05 AM MST`. */
export function sayTime(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(instant);
}
