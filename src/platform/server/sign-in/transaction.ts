import { createHash } from 'node:crypto';
import { parseCookie } from 'cookie';
import { z } from 'zod';
import { cookieName } from '../http/cookies.ts';
import type { Visit } from './provider.ts';
import { SignInRefusal } from './sign-in-refusal.ts';

/** What we need when the browser comes back; only this browser has it, and only we can read it. */
const envelope = z.object({
  provider: z.string(),
  /** Comes back with the browser: `state` of OpenID Connect, `RelayState` of SAML. */
  state: z.string(),
  redirect: z.string(),
  /** Started because an earlier one came back twice. */
  again: z.boolean(),
  /** Milliseconds since 1970. */
  startedAt: z.number(),
  own: z.unknown(),
});

/** A sign-in under way. `own` is what the kind of provider adds, such as a nonce. */
export type Transaction<Own> = Omit<z.output<typeof envelope>, 'own'> & { own: Own };

const purpose = 'sign-in transaction';
const prefix = 'quad-sign-in-';
/** Long enough for a second factor on another device, in seconds. */
const lifetime = 900;
/** Tabs that sign in at once; older ones are dropped, so that the cookies never outgrow 16 KiB of headers. */
const maxPending = 6;
const maxCharacters = 5_000;

function nameOf(state: string): string {
  return prefix + createHash('sha256').update(state).digest('hex').slice(0, 16);
}

/** Gives the transaction to the browser in its own cookie, so that tabs do not interfere with each other. */
export function keepTransaction<Own>(
  { context, services }: Visit,
  transaction: Omit<Transaction<Own>, 'startedAt'>,
): void {
  const sealed = services.secrets.encrypt(purpose, JSON.stringify({ ...transaction, startedAt: Date.now() }));
  let characters = sealed.length;
  for (const [index, { name, length }] of pendingTransactions({ context, services }).entries()) {
    characters += length;
    if (index >= maxPending - 1 || characters > maxCharacters) context.setCookie(name, '', { maxAge: 0 });
  }
  context.setCookie(nameOf(transaction.state), sealed, { maxAge: lifetime });
}

/**
 * Retrieves the transaction of a state. It is good for one sign-in, by a mark that all instances share; the
 * cookie stays until it expires, so that a second arrival (Back, a double click) is recognized.
 * @param own The shape of what the kind stored
 * @returns Whether this is the first arrival; on any later one, nothing that came with it may be redeemed.
 * @throws SignInRefusal `state` if this browser did not begin it, or it is too old
 */
export async function takeTransaction<Own>(
  visit: Visit,
  provider: string,
  state: string | null,
  own: z.ZodType<Own>,
): Promise<{ transaction: Transaction<Own>; isFirst: boolean }> {
  const { context, services } = visit;
  if (state === null || state === '') throw new SignInRefusal('state', { finding: 'missing' });
  const name = nameOf(state);
  const transaction = open(services.secrets, context.cookie(name));
  if (transaction === null) throw new SignInRefusal('state', { finding: 'not of this browser' });
  const kept = own.safeParse(transaction.own);
  if (transaction.state !== state || transaction.provider !== provider || !kept.success) {
    throw new SignInRefusal('state', { finding: 'of another sign-in' });
  }
  const once = await services.throttle.take(`sign-in state:${name}`, {
    limit: 1,
    windowSeconds: lifetime * 2,
  });
  // After the mark: what was too old once stays too old, even when the clock is set back.
  if (Date.now() - transaction.startedAt > lifetime * 1_000)
    throw new SignInRefusal('state', { finding: 'too old' });
  return { transaction: { ...transaction, own: kept.data }, isFirst: once.allowed };
}

/** The sign-ins that are under way in other tabs of this browser, newest first. */
function pendingTransactions({ context, services }: Visit) {
  const full = cookieName(prefix, services.publicUrl);
  const names = Object.keys(parseCookie(context.header('cookie') ?? '')).filter((name) =>
    name.startsWith(full),
  );
  return names
    .map((fullName) => {
      const name = prefix + fullName.slice(full.length);
      const sealed = context.cookie(name) ?? '';
      return { name, length: sealed.length, startedAt: open(services.secrets, sealed)?.startedAt ?? 0 };
    })
    .sort((one, other) => other.startedAt - one.startedAt);
}

function open(secrets: Visit['services']['secrets'], sealed: string | undefined) {
  if (sealed === undefined) return null;
  try {
    return envelope.parse(JSON.parse(secrets.decrypt(purpose, sealed)));
  } catch {
    return null;
  }
}
