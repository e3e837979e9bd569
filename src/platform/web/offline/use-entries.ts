import { useSyncExternalStore } from 'react';
import { useAccount } from '../session/account.ts';
import { type EntriesState, entriesStore } from './entries.ts';
import { type Draft, isSamePerson, isSubmitted, type SubmittedEntry } from './entry.ts';

interface Entries extends Pick<EntriesState, 'isSending' | 'ending' | 'detail'> {
  /** What the person at the screen has submitted and the server does not have. */
  submitted: readonly SubmittedEntry[];
  /** Their drafts, except for the one in this page's form. */
  drafts: readonly Draft[];
  /** What others have submitted here: for people who are not signed in, a page shows only the number. */
  others: readonly SubmittedEntry[];
}

/**
 * What is on this device, updated as it changes.
 * @param form Only of this form.
 */
export function useEntries(form?: string): Entries {
  const { entries, open, ...trying } = useSyncExternalStore(entriesStore.subscribe, entriesStore.current);
  const { account } = useAccount();
  const shown = entries.filter((entry) => !open.has(entry.id) && (form === undefined || entry.form === form));
  const own = account === null ? [] : shown.filter(({ owner }) => isSamePerson(owner, account));
  const submitted = own.filter(isSubmitted);
  return {
    submitted,
    drafts: own.filter((entry) => entry.state === 'draft'),
    others: shown.filter(isSubmitted).filter((entry) => !submitted.includes(entry)),
    ...trying,
  };
}
