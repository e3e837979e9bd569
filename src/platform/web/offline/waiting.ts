import type { Account } from '../../contract/account.ts';

/** Whose something is. Two people share a phone, but not a provider and an e-mail address. */
export type Owner = Pick<Account, 'provider' | 'email'>;

/** Why the server did not take a write; it stays on the device until the person has changed or deleted it. */
interface RefusedWrite {
  detail: string;
  reason: string | null;
  fields: Readonly<Record<string, string>>;
}

/** A write on the device, from the press on the button until the server has it. */
export interface WaitingWrite {
  /** Its Idempotency-Key, made when it was written. */
  readonly key: string;
  readonly owner: Owner;
  readonly request: { method: 'POST' | 'PUT'; path: `/${string}`; body: Readonly<Record<string, unknown>> };
  /** How the person knows it: a name, what it is one of, and the screen where it was written. */
  readonly about: { title: string; noun: readonly [one: string, many: string]; screen: string };
  /** ISO 8601, by the clock of the device. */
  readonly writtenAt: string;
  /** Written without a network: the server is told when. */
  readonly late: boolean;
  /** Whether a try may have reached the server: its content is then fixed, or the same thing would exist twice. */
  readonly tried: boolean;
  readonly refusal: RefusedWrite | null;
}

export function isSamePerson(one: Owner, other: Owner): boolean {
  return one.provider === other.provider && one.email.toLowerCase() === other.email.toLowerCase();
}

/** The part of a key under which a person's things are kept. */
export function nameOfOwner({ provider, email }: Owner): string {
  return `${provider}:${email.toLowerCase()}`;
}

/** Whether its content may be changed: the server surely does not have it. */
export function mayEdit({ tried, refusal }: WaitingWrite): boolean {
  return !tried || refusal !== null;
}

const soon = 60_000;

/** Whether the server's own time would no longer tell when it was written. */
export function isLate({ late, writtenAt }: WaitingWrite, now: number): boolean {
  return late || now - Date.parse(writtenAt) > soon;
}

export function inOrderWritten(writes: readonly WaitingWrite[]): WaitingWrite[] {
  return writes.toSorted((one, other) => one.writtenAt.localeCompare(other.writtenAt));
}

/** `2 logs`; the noun is that of the first, since a device rarely holds two kinds. */
export function countWrites(writes: readonly Pick<WaitingWrite, 'about'>[]): string {
  const [one, many] = writes[0]?.about.noun ?? ['entry', 'entries'];
  return `${writes.length.toLocaleString('en-US')} ${writes.length === 1 ? one : many}`;
}
