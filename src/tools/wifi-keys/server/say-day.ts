/** `May 31, 2027`, on the college's calendar. */
export function sayDay(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(instant);
}
