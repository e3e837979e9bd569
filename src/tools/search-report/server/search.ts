import { csvLine } from '../../../platform/server/csv/write-csv.ts';
import { typedMoment } from '../../../platform/server/time/typed-moment.ts';
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
}

const header = ['principal', 'first_seen', 'last_seen', 'events'];

/** The whole answer, in memory: a file that is cut off is never sent. Instants are ISO 8601 in UTC. */
export async function makeCsv(
  { events }: Pick<SearchReports, 'events'>,
  question: Question,
  signal: AbortSignal,
  onProgress: (read: number) => Promise<void> = async () => undefined,
): Promise<Answer> {
  const lines = [csvLine(header, 'UTC')];
  let read = 0;
  for await (const part of events.find(question, signal)) {
    for (const { principal, firstSeen, lastSeen, events: count } of part.accounts)
      lines.push(
        csvLine([atLineStart(principal), firstSeen.toISOString(), lastSeen.toISOString(), count], 'UTC'),
      );
    read += part.read;
    await onProgress(read);
  }
  return { csv: lines.join(''), people: lines.length - 1 };
}

/** A spreadsheet that separates by semicolons takes the quotes at the start of a line for text, and what follows for a cell. */
function atLineStart(text: string): string {
  return text.startsWith('"') ? `'${text}` : text;
}

/** Days of the college's calendar as instants. */
export function toQuestion({ domain, inclusion, exclusion }: SearchQuestion, timeZone: string): Question {
  return { domain, inclusion: toSpan(inclusion, timeZone), exclusion: toSpan(exclusion, timeZone) };
}

function toSpan({ start, end }: SearchQuestion['inclusion'], timeZone: string): Span {
  const next = new Date(`${end}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  const midnight = (day: string) => new Date(typedMoment(`${day} 00:00`, timeZone) ?? Number.NaN);
  return { from: midnight(start), until: midnight(next.toISOString().slice(0, 10)) };
}

/** Letters, digits, dots, and hyphens of ASCII alone. */
export function nameFile({ domain, inclusion, exclusion }: SearchQuestion): string {
  const days = (one: SearchQuestion['inclusion']) =>
    `${one.start.replaceAll('-', '')}-${one.end.replaceAll('-', '')}`;
  return `signins-${domain}-${days(inclusion)}-not-${days(exclusion)}.csv`;
}
