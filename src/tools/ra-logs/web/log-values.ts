import { formatTime } from '../../../platform/ui/zoned-time.ts';
import type { Entry } from '../../../platform/web/offline/entry.ts';
import { oldestWriting } from '../contract.ts';

/** Names the form among those whose entries are kept on the device. */
export const logForm = 'ra-log';

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

/** The values of an entry; what does not fit, because the form has changed since, is left out. */
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
export function isTooOld({ writtenAt }: Pick<Entry, 'writtenAt'>, now: number): boolean {
  return writtenAt !== null && now - Date.parse(writtenAt) > oldestWriting * day;
}

/** By the clock of this device, or by that of the server, which has refused it. */
export function isFiledLate(entry: Entry, now: number): boolean {
  return (entry.state === 'refused' && entry.refusal.reason === 'written-too-early') || isTooOld(entry, now);
}

/** A log that is opened again. It keeps its time, or says it in its own words when the portal no longer takes it. */
export function reopened(
  entry: Pick<Entry, 'values' | 'writtenAt'>,
  { isLate, timeZone }: { isLate: boolean; timeZone: string },
): Pick<Entry, 'values' | 'writtenAt'> {
  const { writtenAt } = entry;
  const values = valuesFrom(entry.values);
  if (writtenAt === null || !isLate) return { values, writtenAt };
  const remark = `(Round of ${formatTime(writtenAt, timeZone, 'date-time')}, submitted late.)`;
  const { comments } = values;
  return {
    values: { ...values, comments: comments === '' ? remark : `${comments}\n${remark}` },
    writtenAt: null,
  };
}
