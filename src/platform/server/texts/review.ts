import { dayOf } from '../time/time.ts';

/** Whether the last review, a day on the calendar, is more than a year ago on the college's calendar. */
export function isReviewDue(reviewedOn: string, timeZone: string, now: Date = new Date()): boolean {
  const aYearLater = `${Number(reviewedOn.slice(0, 4)) + 1}${reviewedOn.slice(4)}`;
  return dayOf(now, timeZone) > aYearLater;
}
