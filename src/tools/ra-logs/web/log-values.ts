import { formatTime } from '../../../platform/ui/zoned-time.ts';
import type { Entry } from '../../../platform/web/offline/entry.ts';
import { oldestWriting } from '../contract.ts';

/** Identifies the form among those whose entries are kept on the device. */
export const logForm = 'ra-log';

/** The answer to a question on the form; empty while it is open. */
export type Reply = 'yes' | 'no' | '';

/** The form of a round, as it is filled in. */
export interface LogValues extends Record<string, string> {
  building: string;
  followUp: Reply;
  fireExtinguishers: Reply;
  exitDoors: Reply;
  safetyConcerns: string;
  warnings: string;
  reports: string;
  comments: string;
}

export const emptyLog: LogValues = {
  building: '',
  followUp: 'no',
  fireExtinguishers: '',
  exitDoors: '',
  safetyConcerns: '',
  warnings: '',
  reports: '',
  comments: '',
};

/** Questions whose No raises an alarm: an RA answers these, and nothing is preselected. */
const safetyQuestions = {
  fireExtinguishers: 'Extinguishers Secure',
  exitDoors: 'Exit Doors Closed',
} as const;
type Question = keyof typeof safetyQuestions | 'followUp';

/** The labels of the safety questions that were left open, and the name of the first one's field. */
export function openQuestions(values: LogValues): { field: string; labels: string[] } | null {
  const open = Object.entries(safetyQuestions).filter(([field]) => values[field] === '');
  const [first] = open;
  return first === undefined ? null : { field: first[0], labels: open.map(([, label]) => label) };
}

/** In the shape of the call: what was left open is filed as No. */
export function toNewLog({ building, safetyConcerns, warnings, reports, comments, ...replies }: LogValues) {
  const isYes = (question: Question) => replies[question] === 'yes';
  return {
    ...{ building, safetyConcerns, warnings, reports, comments },
    followUp: isYes('followUp'),
    fireExtinguishers: isYes('fireExtinguishers'),
    exitDoors: isYes('exitDoors'),
  };
}

/** The values of an entry; what no longer fits, because the form has changed since, is left out. */
export function valuesFrom(found: Readonly<Record<string, unknown>>): LogValues {
  const values = { ...emptyLog };
  for (const [name, empty] of Object.entries(emptyLog)) {
    const value = found[name];
    const isReply = name === 'followUp' || name in safetyQuestions;
    // Earlier versions kept answers as true and false. A false was there before anyone chose it, so it is not an answer.
    if (isReply) values[name] = value === true ? 'yes' : value === 'yes' || value === 'no' ? value : empty;
    else if (typeof value === 'string') values[name] = value;
  }
  return values;
}

/** Why the server refuses a log that is too old. */
export const tooEarly = 'written-too-early';

const day = 86_400_000;

/** Whether the portal no longer accepts a log that was written then. */
export function isTooOld({ writtenAt }: Pick<Entry, 'writtenAt'>, now: number): boolean {
  return writtenAt !== null && now - Date.parse(writtenAt) > oldestWriting * day;
}

/** By the clock of this device, or that of the server, which has refused it. */
export function isFiledLate(entry: Entry, now: number): boolean {
  return (entry.state === 'refused' && entry.refusal.reason === tooEarly) || isTooOld(entry, now);
}

/** A log that is opened again. It keeps its time, or says it in its text if the portal no longer accepts it. */
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
