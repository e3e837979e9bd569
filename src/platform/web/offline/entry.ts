import type { Account } from '../../contract/account.ts';

/** Whose something is. Two people share a phone, but not a provider and an email address. */
export type Owner = Pick<Account, 'provider' | 'email'>;

/** What is written in one form, from the first key until the server has it. It is in one state at a time. */
export type Entry = Draft | SubmittedEntry;
export type SubmittedEntry = WaitingEntry | RefusedEntry;

interface Written {
  /** Also its Idempotency-Key, however often it is edited: the server keeps a key only with what it accepted. */
  readonly id: string;
  readonly owner: Owner;
  /** Names the form among those of the portal. */
  readonly form: string;
  /** The form's fields. */
  readonly values: Readonly<Record<string, unknown>>;
  /** How the person knows it: a name, what it is one of, and the screen where it was written. */
  readonly about: { title: string; noun: readonly [one: string, many: string]; screen: string };
  /** ISO 8601, by the clock of the device. */
  readonly changedAt: string;
  /** When it was first submitted, by the clock of the device. */
  readonly writtenAt: string | null;
}

/** Being typed, or left half typed. */
export interface Draft extends Written {
  readonly state: 'draft';
}

interface Submitted extends Written {
  readonly writtenAt: string;
  readonly request: { method: 'POST' | 'PUT'; path: `/${string}`; body: Readonly<Record<string, unknown>> };
  /** Written without a network: the server is told when. */
  readonly late: boolean;
  /** Whether a try may have reached the server: its content is then fixed, or the same thing would exist twice. */
  readonly tried: boolean;
}

/** Submitted, and the server does not have it yet. */
export interface WaitingEntry extends Submitted {
  readonly state: 'waiting';
}

/** The server did not accept it; it stays on the device until the person edits or deletes it. */
export interface RefusedEntry extends Submitted {
  readonly state: 'refused';
  readonly refusal: { detail: string; reason: string | null; fields: Readonly<Record<string, string>> };
}

export function isSamePerson(one: Owner, other: Owner): boolean {
  return one.provider === other.provider && one.email.toLowerCase() === other.email.toLowerCase();
}

export function isSubmitted(entry: Entry): entry is SubmittedEntry {
  return entry.state !== 'draft';
}

/** Whether its content may be changed: the server surely does not have it. */
export function mayEdit(entry: Entry): boolean {
  return entry.state !== 'waiting' || !entry.tried;
}

/** An entry that is opened in its form again, with other values where they are given. */
export function toDraft(entry: Entry, change: Partial<Pick<Draft, 'values' | 'writtenAt'>> = {}): Draft {
  const { id, owner, form, values, about, writtenAt } = entry;
  return {
    ...{ id, owner, form, values, about, writtenAt },
    ...change,
    state: 'draft',
    changedAt: new Date().toISOString(),
  };
}

const soon = 60_000;

/** Whether the server's own time would no longer tell when it was written. */
export function isLate({ late, writtenAt }: SubmittedEntry, now: number): boolean {
  return late || now - Date.parse(writtenAt) > soon;
}

/** Oldest first: by when they were submitted, drafts by when they were last changed. */
export function inOrderWritten<E extends Entry>(entries: readonly E[]): E[] {
  const timeOf = ({ writtenAt, changedAt }: Entry) => writtenAt ?? changedAt;
  return entries.toSorted((one, other) => timeOf(one).localeCompare(timeOf(other)));
}

/** `2 logs`; the noun is that of the first, since a device rarely holds two kinds. */
export function countEntries(entries: readonly Pick<Entry, 'about'>[]): string {
  const [one, many] = entries[0]?.about.noun ?? ['entry', 'entries'];
  return `${entries.length.toLocaleString('en-US')} ${entries.length === 1 ? one : many}`;
}
