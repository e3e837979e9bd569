import { listWaiting, type WaitingItem } from '../../contract/waiting.ts';
import { createStore } from '../store/store.ts';

/** What is known about what is waiting. */
export interface Waiting {
  /** Whose it is, by the id of the account. */
  owner: string | null;
  /** `null` until the first response. */
  items: readonly WaitingItem[] | null;
  /** Titles of the tools that did not respond. */
  missing: readonly string[];
  failed: boolean;
}

const nothing: Waiting = { owner: null, items: null, missing: [], failed: false };
/** Readers within this many milliseconds share a response. */
const freshFor = 500;

export const waitingStore = createStore(nothing);
/** By a clock that no one sets back. */
let readAt = Number.NEGATIVE_INFINITY;
let reading: Promise<void> | null = null;
let reads = 0;

/**
 * Loads what is waiting, unless that was just done. Never rejects: the state says that it failed.
 * @param options `anyway`: something has changed, so that a response on its way may be out of date
 */
export function readWaiting(owner: string, options: { anyway?: boolean } = {}): Promise<void> {
  if (waitingStore.current().owner !== owner) {
    reading = null;
    readAt = Number.NEGATIVE_INFINITY;
    waitingStore.become({ ...nothing, owner });
  }
  if (options.anyway === true) reading = null;
  else if (performance.now() - readAt < freshFor) return Promise.resolve();
  if (reading !== null) return reading;
  const mine = read(owner).finally(() => {
    if (reading === mine) reading = null;
  });
  reading = mine;
  return mine;
}

async function read(owner: string): Promise<void> {
  reads += 1;
  const turn = reads;
  try {
    const { call } = await import('../client/call.ts');
    const { data, missing } = await call(listWaiting, {});
    if (turn !== reads) return;
    readAt = performance.now();
    waitingStore.become({ owner, items: data, missing, failed: false });
  } catch {
    if (turn === reads) waitingStore.become({ ...waitingStore.current(), failed: true });
  }
}

/** The number of things waiting at each address, without the part after its `?`. */
export function countByAddress(items: readonly WaitingItem[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { link, count } of items) {
    const address = link?.split('?')[0];
    if (address !== undefined) counts.set(address, (counts.get(address) ?? 0) + count);
  }
  return counts;
}
