import { formatTime } from '../../../platform/ui/zoned-time.ts';
import { oldestWriting } from '../contract.ts';

/** The form of a round, as it is filled in. */
export interface LogValues extends Record<string, string | boolean> {
  building: string;
  followUp: boolean;
  fireExtinguishers: boolean;
  exitDoors: boolean;
  safetyConcerns: string;
  warnings: string;
  reports: string;
  comments: string;
}

export const emptyLog: LogValues = {
  building: '',
  followUp: false,
  fireExtinguishers: false,
  exitDoors: false,
  safetyConcerns: '',
  warnings: '',
  reports: '',
  comments: '',
};

/** The values of a draft or of a log that waits; what does not fit, because the form has changed since, is left out. */
export function valuesFrom(found: Readonly<Record<string, unknown>>): LogValues {
  const values = { ...emptyLog };
  for (const [name, empty] of Object.entries(emptyLog)) {
    const value = found[name];
    if (typeof value === typeof empty) values[name] = value as string | boolean;
  }
  return values;
}

const day = 86_400_000;

/** Whether the portal no longer takes a log that was written then. */
export function isTooOld(writtenAt: string, now: number): boolean {
  return now - Date.parse(writtenAt) > oldestWriting * day;
}

/** A log that is filed anew later than it was written says so in its own words. */
export function withOriginalTime(values: LogValues, writtenAt: string, timeZone: string): LogValues {
  const remark = `(Round of ${formatTime(writtenAt, timeZone, 'date-time')}, filed late.)`;
  const { comments } = values;
  return comments.includes(remark)
    ? values
    : { ...values, comments: comments === '' ? remark : `${comments}\n${remark}` };
}
