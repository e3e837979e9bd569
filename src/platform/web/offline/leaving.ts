import { countEntries, describeSubmitted, type Entry, isSubmitted } from './entry.ts';

/** What to ask someone who signs out and leaves entries on this device; `null` when none are theirs. */
export function questionOnLeaving(own: readonly Entry[]): { title: string; text: string } | null {
  const submitted = own.filter(isSubmitted);
  const waiting = submitted.filter(({ state }) => state === 'waiting');
  const refused = submitted.filter(({ state }) => state === 'refused');
  const drafts = own.filter(({ state }) => state === 'draft');
  if (own.length === 0) return null;
  const count = drafts.length === 1 ? '' : `${drafts.length.toLocaleString('en-US')} `;
  const noun = drafts.length === 1 ? 'draft' : 'drafts';
  return {
    title:
      submitted.length > 0
        ? `Sign out with ${describeSubmitted(submitted)}?`
        : `Sign out and delete your ${count}${noun}?`,
    text: [
      waiting.length > 0 && `${countEntries(waiting)} you wrote here ${waitingWords(waiting.length)}`,
      refused.length > 0 && `${countEntries(refused)} ${refusedWords(refused.length)}`,
      drafts.length > 0 && `Your ${count}unsubmitted ${noun} will be deleted from this device.`,
    ]
      .filter((sentence) => sentence !== false)
      .join(' '),
  };
}

function waitingWords(count: number): string {
  return `${count === 1 ? "hasn't" : "haven't"} been sent yet. Unsent entries stay on this device and are sent when you sign in here again.`;
}

function refusedWords(count: number): string {
  const it = count === 1 ? 'it' : 'them';
  return `${count === 1 ? 'was' : 'were'} not accepted and won't be sent. Sign in here again to edit or delete ${it}.`;
}
