import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, ask } from '../../harness/ask.ts';
import type { Quad } from '../../harness/quad.ts';
import type { Ledger } from './ledger.ts';
import type { Planner, Write } from './plan.ts';

/** The portal to write to, with sessions that survive every crash. */
export interface Portal {
  url: string;
  /** Session cookies by person. */
  cookies: Readonly<Record<Write['person'], string>>;
}

export async function signInAll({ url, signIn }: Quad): Promise<Portal> {
  const [it, ra, reslife] = [await signIn('it'), await signIn('ra'), await signIn('reslife')];
  return { url, cookies: { it, ra, reslife } };
}

/**
 * How long a response may take, and how long a write may go without its acknowledgment, in milliseconds: longer than
 * the longest fault of a scenario.
 */
const patience = { answer: 15_000, write: 300_000 };
/** Time between two tries, in milliseconds. */
const again = 60;

/**
 * Writes one thing after the other until it is told to stop, and sends each again under its key until it is
 * acknowledged.
 * @throws Error when a write is refused, gets a wrong response, or is never acknowledged
 */
export async function writeUntil(
  portal: Portal,
  planner: Planner,
  ledger: Ledger,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) await deliver(portal, planner.next(), ledger);
}

/**
 * Sends one write until it is acknowledged.
 * @throws Error as in `writeUntil`
 */
export async function deliver(portal: Portal, write: Write, ledger: Ledger): Promise<void> {
  const { method, path, status } = write;
  const key = randomUUID();
  const body = write.body === undefined ? undefined : JSON.stringify(write.body);
  const headers = {
    cookie: portal.cookies[write.person],
    origin: portal.url,
    'idempotency-key': key,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const request = { method, headers, patience: patience.answer, ...(body === undefined ? {} : { body }) };
  const giveUpAt = Date.now() + patience.write;
  for (let tries = 1; ; tries += 1) {
    // Without a response, no one knows whether it was done.
    const answer = await ask(`${portal.url}${path}`, request).catch(() => null);
    if (answer?.status === status) {
      if (tries > 1) ledger.repeated += 1;
      return write.note(answer.body === '' ? null : JSON.parse(answer.body));
    }
    if (answer !== null) assertTemporary(answer, `${method} ${path}`);
    if (Date.now() > giveUpAt) throw new Error(`${method} ${path} was never acknowledged.`);
    await pause(again);
  }
}

/** The only other response that a write may get is "not now, come back". */
function assertTemporary(answer: Answer, what: string): void {
  const isProblem = answer.type.startsWith('application/problem+json');
  if (answer.status === 503 && isProblem && answer.retryAfter !== null) return;
  throw new Error(`${what} answered ${answer.status} ${answer.type}: ${answer.body.slice(0, 500)}`);
}
