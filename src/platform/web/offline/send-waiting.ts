import type { Account } from '../../contract/account.ts';
import type { Call } from '../../contract/call.ts';
import { ApiError } from '../client/api-error.ts';
import { call } from '../client/call.ts';
import { clockAhead } from '../client/server-clock.ts';
import { type Delivery, deliver, type Post } from './deliver.ts';
import { tell } from './news.ts';
import { readAll, remove, write } from './store.ts';
import type { WaitingWrite } from './waiting.ts';

const lockName = 'quad-waiting';

/** The tag under which a browser wakes the service worker when a network is back (Background Sync). */
export const syncTag = 'quad-waiting';

/** Whose writes are being sent, as the server said last. */
let person: string | null = null;

const post: Post = {
  list: () => readAll('waiting'),
  save: (waiting) => write('waiting', waiting),
  remove: (key) => remove('waiting', key),
  async ask() {
    try {
      const found = (await call(bareCall('GET', '/api/auth/account'), {
        person: null,
      })) as unknown as Account;
      person = found.id;
      return found;
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.isSignedOut) return null;
      throw thrown;
    }
  },
  send: ({ key, request }: WaitingWrite, body) =>
    call(bareCall(request.method, request.path), { body, idempotencyKey: key, person } as never),
  now: () => Date.now(),
  ahead: clockAhead,
};

/**
 * Sends what waits, in one tab or worker at a time.
 * @param only The key of the one write to send, refused before or not; otherwise all that were not refused.
 */
export function sendWaitingWrites(only?: string): Promise<Delivery> {
  return alone(async () => {
    const delivery = await deliver(post, only);
    if (delivery.sent.length > 0 || delivery.refused.length > 0) {
      tell({ sent: delivery.sent.map(({ write: { key, about, owner } }) => ({ key, about, owner })) });
    }
    return delivery;
  });
}

/** Runs while nothing is being sent anywhere in this browser (Web Locks; without them the keys alone protect). */
function alone<T>(work: () => Promise<T>): Promise<T> {
  if (navigator.locks === undefined) return work();
  return navigator.locks.request(lockName, work) as Promise<T>;
}

/** On a bad network sending may take a minute; nobody looks for so long at a button that does nothing. */
const aMomentMs = 3_000;

/** As `alone`, for somebody who waits at the screen; `null` when sending goes on for longer than a moment. */
export async function aloneSoon<T>(work: () => Promise<T>): Promise<T | null> {
  if (navigator.locks === undefined) return work();
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), aMomentMs);
  let hasBegun = false;
  try {
    return await navigator.locks.request(lockName, { signal: patience.signal }, () => {
      hasBegun = true;
      return work();
    });
  } catch (thrown) {
    if (hasBegun) throw thrown;
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** A call of which only the method and the path are known: the shapes matter to the server and to the compiler. */
function bareCall(method: Call['method'], path: Call['path']): Call {
  const json = { kind: 'json' } as const;
  return {
    method,
    path,
    ...(method === 'GET' ? {} : { body: json }),
    reply: json,
  } as unknown as Call;
}
