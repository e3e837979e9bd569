import { csvMark } from '../../../platform/contract/csv-text.ts';
import { csvLine } from '../../../platform/server/csv/write-csv.ts';
import { startOfDay } from '../../../platform/server/time/days.ts';
import { dayAfter, dayOf } from '../../../platform/server/time/time.ts';
import { asksBefore } from '../contract/kept-since.ts';
import type { SearchQuestion } from '../contract.ts';
import type { Question, SignInEvents, Span } from './events/sign-in-events.ts';

/** What the operations of this tool need besides the request. */
export interface SearchReports {
  events: SignInEvents;
  timeZone: string;
  /** The longest that a person waits, in milliseconds. */
  patience: number;
}

export interface Answer {
  csv: string;
  people: number;
  keptSince: string | null;
}

const header = ['principal', 'first_seen', 'last_seen', 'events'];

/** The whole answer, in memory: a file that is cut off is never sent. Instants are ISO 8601 in UTC. */
export async function makeCsv(
  reports: Pick<SearchReports, 'events' | 'timeZone'>,
  question: Question,
  signal: AbortSignal,
  onProgress: (read: number) => Promise<void> = async () => undefined,
): Promise<Answer> {
  const lines = [csvMark + csvLine(header, 'UTC')];
  let read = 0;
  for await (const part of reports.events.find(question, signal)) {
    for (const { principal, firstSeen, lastSeen, events: count } of part.accounts)
      lines.push(
        csvLine([atLineStart(principal), firstSeen.toISOString(), lastSeen.toISOString(), count], 'UTC'),
      );
    read += part.read;
    await onProgress(read);
  }
  // Afterwards: old sign-ins may have been removed while it was made.
  return { csv: lines.join(''), people: lines.length - 1, keptSince: await readKeptSince(reports) };
}

/** The college's first whole day for which all sign-ins are known; `null` if that is not known. */
export async function readKeptSince({
  events,
  timeZone,
}: Pick<SearchReports, 'events' | 'timeZone'>): Promise<string | null> {
  const since = await events.keptSince();
  return since === null ? null : dayAfter(dayOf(since, timeZone));
}

/** A spreadsheet that separates by semicolons treats the quotes at the start of a line as text, and what follows as a cell. */
function atLineStart(text: string): string {
  return text.startsWith('"') ? `'${text}` : text;
}

/** Days of the college's calendar as instants. */
export function toQuestion({ domain, inclusion, exclusion }: SearchQuestion, timeZone: string): Question {
  return { domain, inclusion: toSpan(inclusion, timeZone), exclusion: toSpan(exclusion, timeZone) };
}

function toSpan({ start, end }: SearchQuestion['inclusion'], timeZone: string): Span {
  return { from: startOfDay(start, timeZone), until: startOfDay(dayAfter(end), timeZone) };
}

/**
 * Only ASCII letters, digits, dots, and hyphens. Says since when sign-ins are known if the question is about earlier
 * ones: a line in the file itself would be taken for an account.
 */
export function nameFile(question: SearchQuestion, keptSince: string | null): string {
  const { domain, inclusion, exclusion } = question;
  const plain = (day: string) => day.replaceAll('-', '');
  const days = ({ start, end }: SearchQuestion['inclusion']) => `${plain(start)}-${plain(end)}`;
  const known = asksBefore(keptSince, question) ? `-known-since-${plain(keptSince)}` : '';
  return `signins-${domain}-${days(inclusion)}-not-${days(exclusion)}${known}.csv`;
}
