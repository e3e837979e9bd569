import { anotherPerson } from '../../contract/person-header.ts';
import type { ApiError } from '../client/api-error.ts';
import { isLate, isSamePerson, type Owner, type WaitingWrite } from './waiting.ts';

/** What sending needs of the world. `ask` and `send` throw `ApiError`. */
export interface Post {
  list(): Promise<WaitingWrite[]>;
  save(write: WaitingWrite): Promise<void>;
  remove(key: string): Promise<void>;
  /** Who is signed in as the server sees it, `null` for nobody. */
  ask(): Promise<Owner | null>;
  send(write: WaitingWrite, body: Readonly<Record<string, unknown>>): Promise<unknown>;
  now(): number;
  /** Milliseconds by which the clock of the device is ahead of the server's, as far as its last answers told. */
  ahead(): number;
}

export interface Delivery {
  /**
   * `delivered`: nothing of this person's waits any more but what was refused. `signed-out`: nobody is signed in.
   * `another`: somebody else is. `unreachable`: to be tried again later.
   */
  ending: 'delivered' | 'signed-out' | 'another' | 'unreachable';
  /** With the server's answer; `undefined` when an earlier try had arrived. */
  sent: { write: WaitingWrite; answer: unknown }[];
  refused: { write: WaitingWrite; error: ApiError }[];
  /** Seconds that the server asked to wait. */
  retryAfter?: number;
}

/**
 * Sends what waits, oldest first, under the person who wrote it and nobody else, and stops at the first sign that it
 * will not do now. To be called by one at a time (a lock); if it were not, the keys still let each write count once.
 */
export async function deliver(post: Post, only?: string): Promise<Delivery> {
  const delivery: Delivery = { ending: 'delivered', sent: [], refused: [] };
  const due = (await post.list()).filter(({ key, refusal }) =>
    only === undefined ? refusal === null : key === only,
  );
  if (due.length === 0) return delivery;

  const person = await whoIsThere(post, delivery);
  if (person === null) return delivery;
  const own = due.filter(({ owner }) => isSamePerson(owner, person));
  if (own.length === 0) delivery.ending = 'another';
  for (const write of own) {
    const goesOn = await deliverOne(post, write, isLate(write, post.now()), delivery);
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
  write: WaitingWrite,
  late: boolean,
  delivery: Delivery,
): Promise<boolean> {
  const { body } = write.request;
  // Noted before it leaves: after a crash nobody could tell whether it did. On a full device it leaves all the same.
  await post.save({ ...write, tried: true, refusal: null }).catch(() => undefined);
  try {
    const writtenAt = onServersClock(write.writtenAt, post.ahead());
    const answer = await post.send(write, late ? { ...body, writtenAt } : body);
    return await arrived(post, write, delivery, answer);
  } catch (thrown) {
    return failed(post, write, { error: thrown as ApiError, late }, delivery);
  }
}

async function arrived(post: Post, write: WaitingWrite, delivery: Delivery, answer: unknown): Promise<true> {
  await post.remove(write.key);
  delivery.sent.push({ write, answer });
  return true;
}

const laterStatuses: readonly number[] = [408, 425, 429];

async function failed(
  post: Post,
  write: WaitingWrite,
  { error, late }: { error: ApiError; late: boolean },
  delivery: Delivery,
): Promise<boolean> {
  if (!error.isRefusal) {
    postpone(delivery, error);
    return speaksOfThisWrite(error);
  }
  // From here on the server has spoken, and this try did nothing: an earlier one may still have.
  if (error.isSignedOut) {
    delivery.ending = 'signed-out';
    await post.save(write);
    return false;
  }
  if (error.reason === anotherPerson) {
    delivery.ending = 'another';
    await post.save(write);
    return false;
  }
  if (laterStatuses.includes(error.status)) {
    postpone(delivery, error);
    await post.save(write);
    return false;
  }
  // Other content than under this key before: a try without `writtenAt` had arrived although no answer came back.
  if (error.reason === 'key-reused') return arrived(post, write, delivery, undefined);
  // The clock of the device is ahead. By its own reckoning the write waited for less than the difference, so the
  // time at which the server takes it is the better one. After a refusal the key is free for other content.
  if (error.reason === 'written-in-future' && late) return deliverOne(post, write, false, delivery);
  if (error.status === 403 && !(await isStillThere(post, write, delivery))) {
    await post.save(write);
    return false;
  }
  const { detail, reason = null, fields } = error;
  const refused: WaitingWrite = { ...write, tried: false, refusal: { detail, reason, fields } };
  await post.save(refused);
  delivery.refused.push({ write: refused, error });
  return true;
}

/** A defect, or a proxy that does not let it pass: the one write must not hold up those behind it. */
function speaksOfThisWrite({ status }: ApiError): boolean {
  return status === 500 || (status >= 400 && status < 500);
}

/** Less is no more than the way of an answer through a bad network. */
const noticeable = 60_000;

/** When it was written as the server would have said, of a device whose clock is wrong. */
function onServersClock(writtenAt: string, ahead: number): string {
  return Math.abs(ahead) < noticeable ? writtenAt : new Date(Date.parse(writtenAt) - ahead).toISOString();
}

/** A 403 may only mean that somebody else signed in meanwhile, in another tab: then the write goes on waiting. */
async function isStillThere(post: Post, write: WaitingWrite, delivery: Delivery): Promise<boolean> {
  const person = await whoIsThere(post, delivery);
  if (person === null) return false;
  if (isSamePerson(write.owner, person)) return true;
  delivery.ending = 'another';
  return false;
}

function postpone(delivery: Delivery, error: ApiError): void {
  delivery.ending = 'unreachable';
  if (error.retryAfter !== undefined) delivery.retryAfter = error.retryAfter;
}
