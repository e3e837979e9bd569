import type { Call } from '../../contract/call.ts';
import { call } from '../client/call.ts';
import type { Answer, Sending } from '../client/request.ts';
import { createSubmission } from '../client/submission.ts';
import type { Delivery } from './deliver.ts';
import { setMark } from './mark.ts';
import { hear, tell } from './news.ts';
import { wakeWorkerLater } from './register.ts';
import { alone, sendWaiting } from './send-waiting.ts';
import { readAll, remove, write } from './store.ts';
import { inOrderWritten, isSamePerson, mayEdit, type Owner, type WaitingWrite } from './waiting.ts';

/** How long a press on the button waits for the server before the write is left to wait on the device. */
const patienceMs = 8_000;

export interface OutboxState {
  /** Everything that waits on this device, whoever wrote it, the oldest first. */
  writes: readonly WaitingWrite[];
  isSending: boolean;
  /** How the last try ended. */
  ending: Delivery['ending'] | null;
}

let state: OutboxState = { writes: [], isSending: false, ending: null };
const listeners = new Set<() => void>();
/** What a form is waiting for right now: the form tells how it went. */
const inHand = new Set<string>();

function become(change: Partial<OutboxState>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

export const outboxStore = {
  current: () => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};

/** Whether a form is waiting for this very write and will say itself how it went. */
export function isInHand(key: string): boolean {
  return inHand.has(key);
}

export async function refreshOutbox(): Promise<void> {
  become({ writes: inOrderWritten(await readAll('waiting')) });
}

hear(() => void refreshOutbox().catch(() => undefined));

/** Tries to send everything of the signed-in person. Never throws; afterwards the state says how it ended. */
export async function sendNow(only?: string): Promise<Delivery | null> {
  become({ isSending: true });
  try {
    const delivery = await sendWaiting(only);
    become({ ending: delivery.ending });
    return delivery;
  } catch {
    // The store failed: nothing was sent, and what waits is where it was.
    return null;
  } finally {
    become({ isSending: false });
    await refreshOutbox().catch(() => undefined);
  }
}

/** Whether something of this person's is due. */
export function hasDue(person: Owner): boolean {
  return state.writes.some(({ owner, refusal }) => refusal === null && isSamePerson(owner, person));
}

type Submitted<C extends Call> =
  /** `answer` is absent when an earlier try had arrived. */
  { outcome: 'sent'; answer: Answer<C> | undefined } | { outcome: 'waiting' };

/**
 * Puts a write onto the device and sends it from there: whatever happens now, it is sent once. Without an answer in
 * time it goes on waiting. Throws the server's refusal as `ApiError`; then it is not on the device any more.
 */
export async function submit<C extends Call>(
  contract: C,
  body: Record<string, unknown>,
  { owner, about }: Pick<WaitingWrite, 'owner' | 'about'>,
): Promise<Submitted<C>> {
  const isOffline = navigator.onLine === false;
  const waiting: WaitingWrite = {
    key: crypto.randomUUID(),
    owner: { provider: owner.provider, email: owner.email },
    request: { method: contract.method as 'POST' | 'PUT', path: contract.path, body },
    about,
    writtenAt: new Date().toISOString(),
    late: isOffline,
    tried: false,
    refusal: null,
  };
  const isStored = await write('waiting', waiting).then(
    () => true,
    () => false,
  );
  if (!isStored) return { outcome: 'sent', answer: await sendWithoutStore(contract, body) };
  setMark(true);
  inHand.add(waiting.key);
  try {
    const delivery = isOffline ? null : await within(patienceMs, sendNow(waiting.key));
    const refused = delivery?.refused[0];
    if (refused !== undefined) {
      await remove('waiting', waiting.key);
      tell({ sent: [] });
      throw refused.error;
    }
    const sent = delivery?.sent[0];
    if (sent !== undefined) return { outcome: 'sent', answer: sent.answer as Answer<C> | undefined };
  } finally {
    inHand.delete(waiting.key);
  }
  tell({ sent: [] });
  void wakeWorkerLater();
  void navigator.storage?.persist?.();
  return { outcome: 'waiting' };
}

const submission = createSubmission();

/** Where the browser stores nothing a form is what it always was: it needs the network, and keeps what was typed. */
function sendWithoutStore<C extends Call>(contract: C, body: Record<string, unknown>): Promise<Answer<C>> {
  return submission.send(body, (idempotencyKey) =>
    call(contract, { body, idempotencyKey } as unknown as Sending<C>),
  );
}

function within<T>(milliseconds: number, work: Promise<T>): Promise<T | null> {
  return Promise.race([work, new Promise<null>((resolve) => setTimeout(resolve, milliseconds, null))]);
}

/** Takes a write off the device to change it; `null` when it was sent meanwhile or may have been. */
export function takeBack(key: string): Promise<WaitingWrite | null> {
  return takeOff(key, mayEdit);
}

/** Throws a write away; `null` when it was sent meanwhile. */
export function discard(key: string): Promise<WaitingWrite | null> {
  return takeOff(key, () => true);
}

/** Not while something is being sent: what one takes off must not be on its way. */
function takeOff(key: string, may: (write: WaitingWrite) => boolean): Promise<WaitingWrite | null> {
  return alone(async () => {
    const found = (await readAll('waiting')).find((waiting) => waiting.key === key);
    if (found === undefined || !may(found)) return null;
    await remove('waiting', key);
    tell({ sent: [] });
    return found;
  });
}
