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
    await deliverOne(post, write, isLate(write, post.now()), delivery);
    if (delivery.ending !== 'delivered') break;
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

async function deliverOne(post: Post, write: WaitingWrite, late: boolean, delivery: Delivery): Promise<void> {
  const { body } = write.request;
  // Noted before it leaves: after a crash nobody could tell whether it did.
  await post.save({ ...write, tried: true, refusal: null });
  try {
    const answer = await post.send(write, late ? { ...body, writtenAt: write.writtenAt } : body);
    await arrived(post, write, delivery, answer);
  } catch (thrown) {
    await failed(post, write, { error: thrown as ApiError, late }, delivery);
  }
}

async function arrived(post: Post, write: WaitingWrite, delivery: Delivery, answer: unknown): Promise<void> {
  await post.remove(write.key);
  delivery.sent.push({ write, answer });
}

const laterStatuses: readonly number[] = [408, 425, 429];

async function failed(
  post: Post,
  write: WaitingWrite,
  { error, late }: { error: ApiError; late: boolean },
  delivery: Delivery,
): Promise<void> {
  if (!error.isRefusal) {
    postpone(delivery, error);
    return;
  }
  // From here on the server has spoken, and this try did nothing: an earlier one may still have.
  if (error.isSignedOut) {
    delivery.ending = 'signed-out';
    await post.save(write);
  } else if (laterStatuses.includes(error.status)) {
    postpone(delivery, error);
    await post.save(write);
  } else if (error.reason === 'key-reused') {
    // Other content than under this key before: a try without `writtenAt` had arrived although no answer came back.
    await arrived(post, write, delivery, undefined);
  } else if (error.reason === 'written-in-future' && late) {
    // The clock of the device is ahead. By its own reckoning the write waited for less than the difference, so the
    // time at which the server takes it is the better one. After a refusal the key is free for other content.
    await deliverOne(post, write, false, delivery);
  } else if (error.status === 403 && !(await isStillThere(post, write, delivery))) {
    await post.save(write);
  } else {
    const { detail, reason = null, fields } = error;
    const refused: WaitingWrite = { ...write, tried: false, refusal: { detail, reason, fields } };
    await post.save(refused);
    delivery.refused.push({ write: refused, error });
  }
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
