import type { SubmittedEntry } from './entry.ts';

/** What the pill in the header counts: what is waiting, or else what was not accepted, with what to do about it. */
export function pillOf(entries: readonly SubmittedEntry[]) {
  const waiting = entries.filter(({ state }) => state === 'waiting');
  if (waiting.length === 0) return { counted: entries, word: 'not accepted', remedy: 'edit' };
  return { counted: waiting, word: 'waiting', remedy: 'send' };
}
