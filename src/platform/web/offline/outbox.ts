import type { Call } from '../../contract/call.ts';
import { call } from '../client/call.ts';
import type { Answer, Sending } from '../client/request.ts';
import { createSubmission } from '../client/submission.ts';
import type { Delivery } from './deliver.ts';
import { puttingDraft, removeDraft, removingDraft } from './drafts.ts';
import { setMark } from './mark.ts';
import { hear, tell } from './news.ts';
import { wakeWorkerLater } from './register.ts';
import { sendWaitingWrites } from './send-waiting.ts';
import { change, readAll } from './store.ts';
import { inOrderWritten, isSamePerson, type Owner, type WaitingWrite } from './waiting.ts';

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
    const delivery = await sendWaitingWrites(only);
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

interface SubmitOptions extends Pick<WaitingWrite, 'owner' | 'about'> {
  /** When it was written, of a write that was taken back from the device and changed. Now, otherwise. */
  writtenAt?: string | undefined;
  /** The draft that the write is made of: it leaves the device in the same moment in which the write is put there. */
  draft: { form: string; values: Record<string, unknown>; isShown: () => boolean };
}

type Submitted<C extends Call> =
  /** `answer` is absent when an earlier try had arrived. */
  { outcome: 'sent'; answer: Answer<C> | undefined } | { outcome: 'waiting' };

/**
 * Puts a write onto the device and sends it from there: whatever happens now, it is sent once. Without an answer in
 * time it goes on waiting. Throws the server's refusal as `ApiError`; then it is a draft again, or, when the form is no
 * longer shown, it waits with the reason.
 */
export async function submit<C extends Call>(
  contract: C,
  body: Record<string, unknown>,
  { owner, about, writtenAt, draft }: SubmitOptions,
): Promise<Submitted<C>> {
  const isOffline = navigator.onLine === false;
  const person: Owner = { provider: owner.provider, email: owner.email };
  const name = { owner: person, form: draft.form };
  const waiting: WaitingWrite = {
    key: crypto.randomUUID(),
    owner: person,
    request: { method: contract.method as 'POST' | 'PUT', path: contract.path, body },
    about,
    writtenAt: writtenAt ?? new Date().toISOString(),
    late: isOffline || writtenAt !== undefined,
    tried: false,
    refusal: null,
  };
  // One change: a page that is closed in the middle leaves either a draft or a write that waits, never both.
  const isStored = await change({ store: 'waiting', put: waiting }, removingDraft(name)).then(
    () => true,
    () => false,
  );
  if (!isStored) {
    const answer = await sendWithoutStore(contract, body);
    await removeDraft(name).catch(() => undefined);
    return { outcome: 'sent', answer };
  }
  setMark(true);
  inHand.add(waiting.key);
  try {
    const delivery = isOffline ? null : await atMost(patienceMs, sendNow(waiting.key));
    const refused = delivery?.refused[0];
    if (refused !== undefined) {
      if (draft.isShown()) {
        await change({ store: 'waiting', remove: waiting.key }, puttingDraft(name, draft.values)).catch(
          () => undefined,
        );
      }
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

function atMost<T>(milliseconds: number, work: Promise<T>): Promise<T | null> {
  return Promise.race([work, new Promise<null>((resolve) => setTimeout(resolve, milliseconds, null))]);
}
