import { anotherPerson } from '../../contract/person-header.ts';
import type { ApiError } from '../client/api-error.ts';
import { isLate, isSamePerson, type Owner, type RefusedEntry, type WaitingEntry } from './entry.ts';

/** What sending needs from outside. `ask` and `send` throw `ApiError`. */
export interface Post {
  /**
   * Runs `work` with the current entry, unless someone else holds it or it no longer waits.
   * @returns False when someone else holds it.
   */
  withEntry(id: string, work: (entry: WaitingEntry) => Promise<void>): Promise<boolean>;
  save(entry: WaitingEntry | RefusedEntry): Promise<void>;
  remove(id: string): Promise<void>;
  /** Who is signed in according to the server, `null` for no one. */
  ask(): Promise<Owner | null>;
  send(entry: WaitingEntry, body: Readonly<Record<string, unknown>>): Promise<unknown>;
  now(): number;
  /** Milliseconds that the device's clock is ahead of the server's, as far as its last responses showed. */
  ahead(): number;
}

export interface Delivery {
  /**
   * `delivered`: nothing of this person's is waiting anymore. `signed-out`: no one is signed in. `another`: someone
   * else is. `held`: something else sends it now. `unreachable`: to be retried later.
   */
  ending: 'delivered' | 'signed-out' | 'another' | 'held' | 'unreachable';
  /** With the server's response; `undefined` when an earlier try had arrived. */
  sent: { entry: WaitingEntry; answer: unknown }[];
  refused: { entry: RefusedEntry; error: ApiError }[];
  /** Seconds that the server asked to wait. */
  retryAfter?: number | undefined;
  /** Why, in its own words, when something came too often. */
  detail?: string | undefined;
}

/**
 * Sends what waits, oldest first, under the person who wrote it and no one else, until something shows that
 * it cannot be sent now.
 */
export async function deliver(post: Post, waiting: readonly WaitingEntry[]): Promise<Delivery> {
  const delivery: Delivery = { ending: 'delivered', sent: [], refused: [] };
  if (waiting.length === 0) return delivery;

  const person = await findPerson(post, delivery);
  if (person === null) return delivery;
  const own = waiting.filter(({ owner }) => isSamePerson(owner, person));
  if (own.length === 0) delivery.ending = 'another';
  let goesOn = true;
  for (const { id } of own) {
    const isFree = await post.withEntry(id, async (entry) => {
      goesOn = await deliverOne(post, entry, isLate(entry, post.now()), delivery);
    });
    // Its holder may be in the middle of a try that fails later.
    if (!isFree) delivery.ending = 'held';
    if (!goesOn) break;
  }
  return delivery;
}

async function findPerson(post: Post, delivery: Delivery): Promise<Owner | null> {
  try {
    const person = await post.ask();
    if (person === null) delivery.ending = 'signed-out';
    return person;
  } catch (thrown) {
    postpone(delivery, thrown as ApiError);
    return null;
  }
}

/** @returns whether the next one is worth a try */
async function deliverOne(
  post: Post,
  entry: WaitingEntry,
  late: boolean,
  delivery: Delivery,
): Promise<boolean> {
  const { body } = entry.request;
  // Recorded before it is sent: after a crash, no one could know. On a full device it is sent anyway.
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
    return concernsThisEntry(error);
  }
  // From here on the server has responded, and this try did nothing; an earlier one may have.
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
    // A limit with a reason is the call's own, and another entry may not meet it.
    return error.reason !== undefined;
  }
  // Different content than before under this key: a try without `writtenAt` had arrived without a response.
  if (error.reason === 'key-reused') return arrived(post, entry, delivery, undefined);
  // The device's clock is ahead. By that clock the entry waited for less than the difference, so the time at
  // which the server accepts it is better. After a refusal the key is free for other content.
  if (error.reason === 'written-in-future' && late) return deliverOne(post, entry, false, delivery);
  if (error.status === 403 && !(await isStillSignedIn(post, entry, delivery))) {
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

/** A bug, or a proxy that does not let it pass: this one entry must not hold up the others. */
function concernsThisEntry({ status }: ApiError): boolean {
  return status === 500 || (status >= 400 && status < 500);
}

/** A smaller difference can come from a slow response on a bad network. */
const noticeableMs = 60_000;

/** When it was written, converted to the server's time if the device's clock is wrong. */
function onServersClock(writtenAt: string, ahead: number): string {
  return Math.abs(ahead) < noticeableMs ? writtenAt : new Date(Date.parse(writtenAt) - ahead).toISOString();
}

/** A 403 may only mean that someone else has signed in, in another tab: then the entry keeps waiting. */
async function isStillSignedIn(post: Post, entry: WaitingEntry, delivery: Delivery): Promise<boolean> {
  const person = await findPerson(post, delivery);
  if (person === null) return false;
  if (isSamePerson(entry.owner, person)) return true;
  delivery.ending = 'another';
  return false;
}

function postpone(delivery: Delivery, error: ApiError): void {
  const isOfEntry = error.status === 429 && error.reason !== undefined;
  const isFirst = delivery.ending !== 'unreachable';
  delivery.ending = 'unreachable';
  // The long wait of one entry over its limit is not a wait of the others.
  if (isOfEntry && !isFirst) {
    if (delivery.retryAfter !== undefined)
      delivery.retryAfter = Math.min(delivery.retryAfter, error.retryAfter ?? 0);
    return;
  }
  delivery.retryAfter = error.retryAfter;
  delivery.detail = error.status === 429 ? error.detail : undefined;
}
