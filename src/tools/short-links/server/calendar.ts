const formats = new Map<string, Intl.DateTimeFormat>();

/** The calendar day (`2026-11-21`) of an instant, in milliseconds of the epoch, in a time zone. */
export function dayIn(timeZone: string, instant: number): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    // Swedish writes dates as ISO 8601 does.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
    formats.set(timeZone, format);
  }
  return format.format(instant);
}
