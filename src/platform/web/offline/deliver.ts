import { anotherPerson } from '../../contract/person-header.ts';
import type { ApiError } from '../client/api-error.ts';
import { isLate, isSamePerson, type Owner, type RefusedEntry, type WaitingEntry } from './entry.ts';

/** What sending needs of the world. `ask` and `send` throw `ApiError`. */
export interface Post {
  /** Runs `work` with the entry as it is now, unless somebody else has it in hand or it no longer waits. */
  withEntry(id: string, work: (entry: WaitingEntry) => Promise<void>): Promise<void>;
  save(entry: WaitingEntry | RefusedEntry): Promise<void>;
  remove(id: string): Promise<void>;
  /** Who is signed in as the server sees it, `null` for nobody. */
  ask(): Promise<Owner | null>;
  send(entry: WaitingEntry, body: Readonly<Record<string, unknown>>): Promise<unknown>;
  now(): number;
  /** Milliseconds by which the clock of the device is ahead of the server's, as far as its last answers told. */
  ahead(): number;
}

export interface Delivery {
  /**
   * `delivered`: nothing of this person's waits any more. `signed-out`: nobody is signed in. `another`: somebody else
   * is. `unreachable`: to be tried again later.
   */
  ending: 'delivered' | 'signed-out' | 'another' | 'unreachable';
  /** With the server's answer; `undefined` when an earlier try had arrived. */
  sent: { entry: WaitingEntry; answer: unknown }[];
  refused: { entry: RefusedEntry; error: ApiError }[];
  /** Seconds that the server asked to wait. */
  retryAfter?: number;
}

/** Sends what waits, oldest first, under the person who wrote it and nobody else, until a sign that it will not do now. */
export async function deliver(post: Post, waiting: readonly WaitingEntry[]): Promise<Delivery> {
  const delivery: Delivery = { ending: 'delivered', sent: [], refused: [] };
  if (waiting.length === 0) return delivery;

  const person = await whoIsThere(post, delivery);
  if (person === null) return delivery;
  const own = waiting.filter(({ owner }) => isSamePerson(owner, person));
  if (own.length === 0) delivery.ending = 'another';
  let goesOn = true;
  for (const { id } of own) {
    await post.withEntry(id, async (entry) => {
      goesOn = await deliverOne(post, entry, isLate(entry, post.now()), delivery);
    });
    if (!goesOn) break;
  }
  return delivery;
}

async function whoIsThere(post: Post, delivery: Delivery): Promise<Owner | null> {
  try {
    const person = await post.ask();
    if (person === null) delivery.ending = 'signed-out';
    return person;
  } catch (thrown) {
    postpone(delivery, thrown as ApiError);
    return null;
  }
}

/** @returns Whether the next one is worth a try. */
async function deliverOne(
  post: Post,
  entry: WaitingEntry,
  late: boolean,
  delivery: Delivery,
): Promise<boolean> {
  const { body } = entry.request;
  // Noted before it leaves: after a crash nobody could tell whether it did. On a full device it leaves all the same.
  await post.save({ ...entry, tried: true }).catch(() => undefined);
  try {
    const writtenAt = onServersClock(entry.writtenAt, post.ahead());
    const answer = await post.send(entry, late ? { ...body, writtenAt } : body);
    return await arrived(post, entry, delivery, answer);
  } catch (thrown) {
    return failed(post, entry, { error: thrown as ApiError, late }, delivery);
  }
}

async function arrived(post: Post, entry: WaitingEntry, delivery: Delivery, answer: unknown): Promise<true> {
  await post.remove(entry.id);
  delivery.sent.push({ entry, answer });
  return true;
}

const laterStatuses: readonly number[] = [408, 425, 429];

async function failed(
  post: Post,
  entry: WaitingEntry,
  { error, late }: { error: ApiError; late: boolean },
  delivery: Delivery,
): Promise<boolean> {
  if (!error.isRefusal) {
    postpone(delivery, error);
    return speaksOfThisEntry(error);
  }
  // From here on the server has spoken, and this try did nothing: an earlier one may still have.
  if (error.isSignedOut) {
    delivery.ending = 'signed-out';
    await post.save(entry);
    return false;
  }
  if (error.reason === anotherPerson) {
    delivery.ending = 'another';
    await post.save(entry);
    return false;
  }
  if (laterStatuses.includes(error.status)) {
    postpone(delivery, error);
    await post.save(entry);
    return false;
  }
  // Other content than under this key before: a try without `writtenAt` had arrived although no answer came back.
  if (error.reason === 'key-reused') return arrived(post, entry, delivery, undefined);
  // The clock of the device is ahead. By its own reckoning the entry waited for less than the difference, so the
  // time at which the server takes it is the better one. After a refusal the key is free for other content.
  if (error.reason === 'written-in-future' && late) return deliverOne(post, entry, false, delivery);
  if (error.status === 403 && !(await isStillThere(post, entry, delivery))) {
    await post.save(entry);
    return false;
  }
  const { detail, reason = null, fields } = error;
  const refused: RefusedEntry = {
    ...entry,
    state: 'refused',
    tried: false,
    refusal: { detail, reason, fields },
  };
  await post.save(refused);
  delivery.refused.push({ entry: refused, error });
  return true;
}

/** A defect, or a proxy that does not let it pass: the one entry must not hold up those behind it. */
function speaksOfThisEntry({ status }: ApiError): boolean {
  return status === 500 || (status >= 400 && status < 500);
}

/** Less is no more than the way of an answer through a bad network. */
const noticeable = 60_000;

/** When it was written as the server would have said, of a device whose clock is wrong. */
function onServersClock(writtenAt: string, ahead: number): string {
  return Math.abs(ahead) < noticeable ? writtenAt : new Date(Date.parse(writtenAt) - ahead).toISOString();
}

/** A 403 may only mean that somebody else signed in meanwhile, in another tab: then the entry goes on waiting. */
async function isStillThere(post: Post, entry: WaitingEntry, delivery: Delivery): Promise<boolean> {
  const person = await whoIsThere(post, delivery);
  if (person === null) return false;
  if (isSamePerson(entry.owner, person)) return true;
  delivery.ending = 'another';
  return false;
}

function postpone(delivery: Delivery, error: ApiError): void {
  delivery.ending = 'unreachable';
  if (error.retryAfter !== undefined) delivery.retryAfter = error.retryAfter;
}
