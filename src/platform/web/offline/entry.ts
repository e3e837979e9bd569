import type { Account } from '../../contract/account.ts';
import { counted } from '../../contract/counted.ts';

/** Whose it is. Only an entry that an earlier release stored has no `id`. */
export type Owner = Pick<Account, 'provider' | 'email'> & Partial<Pick<Account, 'id'>>;

/** What someone writes in one form, from the first keystroke until the server has it. In one state at a time. */
export type Entry = Draft | SubmittedEntry;
export type SubmittedEntry = WaitingEntry | RefusedEntry;

interface Written {
  /** Also its Idempotency-Key, even after edits: the server keeps a key only with what it accepted. */
  readonly id: string;
  readonly owner: Owner;
  /** Identifies the form. */
  readonly form: string;
  /** The form's fields. */
  readonly values: Readonly<Record<string, unknown>>;
  /** How the person knows it: a name, its kind, and the screen where it was written. */
  readonly about: { title: string; noun: readonly [one: string, many: string]; screen: string };
  /** ISO 8601, by the device's clock. */
  readonly changedAt: string;
  /** When it was first submitted, by the device's clock. */
  readonly writtenAt: string | null;
}

/** Still being typed, or left unfinished. */
export interface Draft extends Written {
  readonly state: 'draft';
}

interface Submitted extends Written {
  readonly writtenAt: string;
  readonly request: { method: 'POST' | 'PUT'; path: `/${string}`; body: Readonly<Record<string, unknown>> };
  /** Written offline: the server is sent the time. */
  readonly late: boolean;
  /** Whether a try may have reached the server: its content is then frozen, or it might exist twice. */
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

/** By their ids: an address changes, or passes to someone else, and one person may have two providers. */
export function isSamePerson(one: Owner, other: Owner): boolean {
  if (one.id !== undefined && other.id !== undefined) return one.id === other.id;
  return one.provider === other.provider && one.email.toLowerCase() === other.email.toLowerCase();
}

export function isSubmitted(entry: Entry): entry is SubmittedEntry {
  return entry.state !== 'draft';
}

/** Whether its content may be changed: the server certainly does not have it. */
export function mayEdit(entry: Entry): boolean {
  return entry.state !== 'waiting' || !entry.tried;
}

/** An entry that is opened in its form again, with other values where given. */
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

/** Whether the server's own time would no longer say when it was written. */
export function isLate({ late, writtenAt }: SubmittedEntry, now: number): boolean {
  return late || now - Date.parse(writtenAt) > soon;
}

/** Oldest first: by when they were submitted; drafts by when they were last changed. */
export function inOrderWritten<E extends Entry>(entries: readonly E[]): E[] {
  const timeOf = ({ writtenAt, changedAt }: Entry) => writtenAt ?? changedAt;
  return entries.toSorted((one, other) => timeOf(one).localeCompare(timeOf(other)));
}

/** `2 logs waiting to be sent`, `1 log waiting, 1 not accepted`, or `2 logs not accepted`. */
export function describeSubmitted(entries: readonly SubmittedEntry[]): string {
  const waiting = entries.filter(({ state }) => state === 'waiting');
  const refused = entries.length - waiting.length;
  if (refused === 0) return `${countEntries(entries)} waiting to be sent`;
  if (waiting.length === 0) return `${countEntries(entries)} not accepted`;
  return `${countEntries(waiting)} waiting, ${refused.toLocaleString('en-US')} not accepted`;
}

/** `2 logs`; the noun is that of the first entry, since a device rarely holds two kinds. */
export function countEntries(entries: readonly Pick<Entry, 'about'>[]): string {
  const [one, many] = entries[0]?.about.noun ?? ['entry', 'entries'];
  return counted(entries.length, one, many);
}
