import { formatTime } from '../../../platform/ui/zoned-time.ts';
import type { WaitingWrite } from '../../../platform/web/offline/waiting.ts';
import { oldestWriting } from '../contract.ts';

/** The name under which the draft of a round is kept. */
export const logDraft = 'ra-log';

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
  /** ISO 8601, when it was written, of a log that waited and was opened again; otherwise empty. */
  writtenAt: string;
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
  writtenAt: '',
};

/** What is in the form, and what was found in the fields that are still as they were. */
export function completedWith(values: LogValues, found: Readonly<Record<string, unknown>>): LogValues {
  const typed = Object.entries(values).filter(([name, value]) => value !== emptyLog[name]);
  return { ...valuesFrom(found), ...Object.fromEntries(typed) };
}

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

/** A log that waited, for the form. It keeps its time, or says it in its own words when the portal no longer takes it. */
export function valuesOf(
  { request: { body }, writtenAt }: Pick<WaitingWrite, 'request' | 'writtenAt'>,
  { isLate, timeZone }: { isLate: boolean; timeZone: string },
): LogValues {
  const values = valuesFrom(body);
  if (!isLate) return { ...values, writtenAt };
  const remark = `(Round of ${formatTime(writtenAt, timeZone, 'date-time')}, filed late.)`;
  const { comments } = values;
  if (comments.includes(remark)) return values;
  return { ...values, comments: comments === '' ? remark : `${comments}\n${remark}` };
}
