import type { Account } from '../../contract/account.ts';
import type { Call } from '../../contract/call.ts';
import { ApiError } from '../client/api-error.ts';
import { call } from '../client/call.ts';
import { clockAhead } from '../client/server-clock.ts';
import { announceChange } from './channel.ts';
import { type Delivery, deliver, type Post } from './deliver.ts';
import { inOrderWritten, type WaitingEntry } from './entry.ts';
import { holdEntry } from './hold.ts';
import { putEntry, read, readAll, remove } from './store.ts';

/** The tag under which a browser wakes the service worker when the connection is back (Background Sync). */
export const syncTag = 'quad-waiting';

/** The person whose entries are being sent, as the server last reported. */
let person: string | null = null;

const post: Post = {
  async withEntry(id, work) {
    const release = await holdEntry(id);
    if (release === null) return false;
    try {
      const entry = await read('entries', id);
      if (entry?.state === 'waiting') await work(entry);
      return true;
    } finally {
      release();
    }
  },
  save: putEntry,
  remove: (id) => remove('entries', id),
  async ask() {
    try {
      const found = await call(bareCall('GET', '/api/auth/account'), { person: null });
      const account = found as unknown as Account;
      person = account.id;
      return account;
    } catch (thrown) {
      if (thrown instanceof ApiError && thrown.isSignedOut) return null;
      throw thrown;
    }
  },
  /** Sends only entries of the requested person; the server refuses them if someone else has signed in. */
  send: ({ id, request }: WaitingEntry, body) =>
    call(bareCall(request.method, request.path), { body, idempotencyKey: id, person } as never),
  now: () => Date.now(),
  ahead: clockAhead,
};

/** Sends what is waiting and not held, for pages and for the service worker: one at a time, in order. */
export function sendWaitingEntries(): Promise<Delivery> {
  return navigator.locks === undefined ? sendAll() : navigator.locks.request('quad-sending', sendAll);
}

async function sendAll(): Promise<Delivery> {
  const waiting = (await readAll('entries')).filter((entry) => entry.state === 'waiting');
  return announce(await deliver(post, inOrderWritten(waiting)));
}

/** Sends one entry that the caller holds. */
export async function sendHeld(entry: WaitingEntry): Promise<Delivery> {
  const withEntry: Post['withEntry'] = async (_id, work) => {
    await work(entry);
    return true;
  };
  return announce(await deliver({ ...post, withEntry }, [entry]));
}

function announce(delivery: Delivery): Delivery {
  if (delivery.sent.length > 0 || delivery.refused.length > 0) {
    announceChange({ sent: delivery.sent.map(({ entry: { id, about, owner } }) => ({ id, about, owner })) });
  }
  return delivery;
}

/** A call with only its method and path: the shapes matter to the server and to the compiler. */
function bareCall(method: Call['method'], path: Call['path']): Call {
  const json = { kind: 'json' } as const;
  return {
    method,
    path,
    ...(method === 'GET' ? {} : { body: json }),
    reply: json,
  } as unknown as Call;
}
