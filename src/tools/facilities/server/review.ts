/** Whether the last review, a day on the calendar, is more than a year ago on the college's calendar. */
export function isReviewDue(reviewedOn: string, timeZone: string, now: Date = new Date()): boolean {
  // Swedish writes dates as ISO 8601 does, and such dates compare as texts.
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now);
  const aYearLater = `${Number(reviewedOn.slice(0, 4)) + 1}${reviewedOn.slice(4)}`;
  return today > aYearLater;
}
