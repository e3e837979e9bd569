import { formatDay } from '../../../platform/ui/zoned-time.ts';
import type { SearchQuestion } from '../contract.ts';

function saySpan({ start, end }: SearchQuestion['inclusion']): string {
  return start === end ? `on ${formatDay(start)}` : `from ${formatDay(start)} to ${formatDay(end)}`;
}

/** What is asked, in a sentence. Days are whole days on the college's calendar. */
export function sayQuestion({ domain, inclusion, exclusion }: SearchQuestion): string {
  return `Accounts of ${domain} that signed in ${saySpan(inclusion)}, and never ${saySpan(exclusion)}.`;
}

/** What a question about earlier days can't know. */
export const sayKeptSince = (day: string) =>
  `The portal doesn't remember all sign-ins before ${formatDay(day)}. Accounts may be missing, or listed although they signed in.`;

export const sayPeople = (people: number) =>
  people === 1 ? '1 person' : `${people.toLocaleString('en-US')} people`;

/** `45%`; at most 99%: the total may be a little too low, and the file is written after the last account. */
export const sayProgress = (read: number, total: number) =>
  `${Math.min(99, Math.floor((read / total) * 100))}%`;

/** Whether it can be said in a sentence; the server checks it in full. */
export function isWhole({ domain, inclusion, exclusion }: SearchQuestion): boolean {
  const spans = [inclusion, exclusion];
  return domain.trim() !== '' && spans.every(({ start, end }) => start !== '' && end !== '' && start <= end);
}
