import type { Call } from '../../contract/call.ts';
import { ApiError, asApiError } from '../client/api-error.ts';
import { call } from '../client/call.ts';
import type { Answer, Sending } from '../client/request.ts';
import { createStore } from '../store/store.ts';
import { announceChange, onChanged } from './channel.ts';
import type { Delivery } from './deliver.ts';
import {
  type Draft,
  type Entry,
  inOrderWritten,
  isSamePerson,
  mayEdit,
  type Owner,
  toDraft,
  type WaitingEntry,
} from './entry.ts';
import { holdEntry, type Release } from './hold.ts';
import { setMark } from './mark.ts';
import { wakeWorkerLater } from './register.ts';
import { sendHeld, sendWaitingEntries } from './send.ts';
import { putEntry, read, readAll, remove } from './store.ts';

/** How long a submit waits for the server before the entry is left waiting on the device. */
const patienceMs = 8_000;

export interface EntriesState {
  /** Everything on this device from anyone, oldest first. */
  entries: readonly Entry[];
  /** The entries that forms of this page have open: those forms show them. */
  open: ReadonlySet<string>;
  isSending: boolean;
  /** How the last try ended. */
  ending: Delivery['ending'] | null;
  /** Why the server asked to wait, if it did. */
  detail: Delivery['detail'];
}

export const entriesStore = createStore<EntriesState>({
  entries: [],
  open: new Set(),
  isSending: false,
  ending: null,
  detail: undefined,
});

function become(change: Partial<EntriesState>): void {
  entriesStore.become({ ...entriesStore.current(), ...change });
}

/**
 * Records that a form of this page shows an entry.
 * @returns a function that undoes it
 */
export function noteOpen(id: string): () => void {
  become({ open: new Set([...entriesStore.current().open, id]) });
  return () => become({ open: new Set([...entriesStore.current().open].filter((one) => one !== id)) });
}

export async function refreshEntries(): Promise<void> {
  become({ entries: inOrderWritten(await readAll('entries')) });
}

onChanged(() => void refreshEntries().catch(() => undefined));

/** Whether an entry of this person waits to be sent. */
export function hasWaiting(person: Owner): boolean {
  return entriesStore
    .current()
    .entries.some((entry) => entry.state === 'waiting' && isSamePerson(entry.owner, person));
}

/** Tries to send everything of the signed-in person. Never throws; afterward the state says how it ended. */
export function sendNow(): Promise<Delivery | null> {
  return showSending(sendWaitingEntries);
}

async function showSending(send: () => Promise<Delivery>): Promise<Delivery | null> {
  become({ isSending: true });
  try {
    const delivery = await send();
    become({ ending: delivery.ending, detail: delivery.detail });
    return delivery;
  } catch {
    // The store failed: nothing was sent, and what is waiting is still there.
    return null;
  } finally {
    become({ isSending: false });
    await refreshEntries().catch(() => undefined);
  }
}

export type Submitted<C extends Call> =
  /** `answer` is absent when an earlier try had arrived. */
  { outcome: 'sent'; answer: Answer<C> | undefined } | { outcome: 'waiting' };

/**
 * Submits a draft that the caller holds: stores it as waiting and sends it from there, so that it is sent
 * exactly once. Without a response in time it keeps waiting. A refusal is thrown as `ApiError` while the form
 * is shown: the entry is a draft again, still held by the caller. Otherwise it stays in the list with the
 * reason.
 */
export async function submitEntry<C extends Call>(
  draft: Draft,
  contract: C,
  body: Record<string, unknown>,
  { isShown, release }: { isShown: () => boolean; release: Release },
): Promise<Submitted<C>> {
  const isOffline = navigator.onLine === false;
  const entry: WaitingEntry = {
    ...draft,
    state: 'waiting',
    request: { method: contract.method as 'POST' | 'PUT', path: contract.path, body },
    writtenAt: draft.writtenAt ?? new Date().toISOString(),
    late: isOffline || draft.writtenAt !== null,
    tried: false,
  };
  const isStored = await putEntry(entry).then(
    () => true,
    () => false,
  );
  if (!isStored) {
    const answer = await sendWithoutStore(contract, body, draft);
    await remove('entries', draft.id).catch(() => undefined);
    release();
    return { outcome: 'sent', answer };
  }
  setMark(true);
  const sending = isOffline ? Promise.resolve(null) : showSending(() => sendHeld(entry));
  const delivery = await atMost(patienceMs, sending);
  const [refused] = delivery?.refused ?? [];
  if (refused !== undefined && isShown()) {
    await putEntry(draft).catch(() => undefined);
    announceChange();
    throw refused.error;
  }
  void sending.finally(() => {
    release();
    // A delivery that found it held can send it now: this try may have failed late.
    announceChange();
  });
  const [sent] = delivery?.sent ?? [];
  if (sent !== undefined) return { outcome: 'sent', answer: sent.answer as Answer<C> | undefined };
  announceChange();
  void wakeWorkerLater();
  void navigator.storage?.persist?.();
  return { outcome: 'waiting' };
}

/** If the browser stores nothing, the form works only online and keeps what was typed. */
async function sendWithoutStore<C extends Call>(
  contract: C,
  body: Record<string, unknown>,
  { id, writtenAt, about }: Draft,
): Promise<Answer<C>> {
  const written = writtenAt === null ? body : { ...body, writtenAt };
  try {
    return await call(contract, { body: written, idempotencyKey: id } as unknown as Sending<C>);
  } catch (thrown) {
    const failure = asApiError(thrown);
    if (failure.reason !== 'key-reused') throw failure;
    const detail = `The portal already has this ${about.noun[0]}, without your last changes. To write another one, reload the page.`;
    throw new ApiError({ status: failure.status, detail });
  }
}

function atMost<T>(milliseconds: number, work: Promise<T>): Promise<T | null> {
  return Promise.race([work, new Promise<null>((resolve) => setTimeout(resolve, milliseconds, null))]);
}

/**
 * Why an entry stays as it is. `fixed`: it may have arrived. `busy`: another tab has it open, or it is being sent.
 * `full`: the device stores nothing more. `sending`: the form that would show it is being submitted.
 */
export type Obstacle = 'gone' | 'fixed' | 'busy' | 'full' | 'sending';

/** On a bad network sending may take a minute; no one watches a dead button for that long. */
const aMomentMs = 3_000;

/** Holds the current version of an entry, to change it. */
async function take(id: string): Promise<{ entry: Entry; release: Release } | 'busy' | 'gone'> {
  const found = await read('entries', id);
  // A draft is held while its form is open: waiting would not help.
  const release = await holdEntry(id, found?.state === 'draft' ? 0 : aMomentMs);
  if (release === null) return 'busy';
  const entry = await read('entries', id);
  if (entry !== undefined) return { entry, release };
  release();
  return 'gone';
}

/** Opens an entry in a form, which holds it from then on, as a draft. */
export async function openEntry(
  id: string,
  changeOf: (entry: Entry) => Parameters<typeof toDraft>[1],
): Promise<{ draft: Draft; release: Release } | Obstacle> {
  const taken = await take(id);
  if (typeof taken === 'string') return taken;
  const { entry, release } = taken;
  if (!mayEdit(entry)) {
    release();
    return 'fixed';
  }
  const draft = toDraft(entry, changeOf(entry));
  try {
    await putEntry(draft);
  } catch {
    release();
    return 'full';
  }
  announceChange();
  return { draft, release };
}

/** @returns what prevented it, or `null` when it is gone from the device */
export async function deleteEntry(id: string): Promise<Obstacle | null> {
  const taken = await take(id);
  if (typeof taken === 'string') return taken;
  try {
    await remove('entries', id);
  } catch {
    return 'full';
  } finally {
    taken.release();
  }
  announceChange();
  return null;
}
