import type { CallContext } from '../http/context.ts';
import { throttleUnit } from '../network/client-address.ts';
import type { ThrottleRule } from '../throttle/throttle.ts';
import type { ProviderServices } from './provider.ts';
import { SignInRefusal, type SignInRefusalReason } from './sign-in-refusal.ts';

/**
 * Only failures count: a lecture hall that signs in from one address is not an attack. For the same reason
 * the limit of a network is wide and that of a name is narrow: a campus behind one address mistypes often.
 */
export const failureRules = {
  network: { limit: 1_000, windowSeconds: 300 },
  name: { limit: 10, windowSeconds: 900 },
} as const satisfies Record<string, ThrottleRule>;

/** What guessing would cause; changing one's mind or a missing setting does not count. */
const counted: ReadonlySet<SignInRefusalReason> = new Set(['unknown-person', 'credentials']);

function keysOf(
  services: ProviderServices,
  context: CallContext,
  name: string,
  ruleOfName: ThrottleRule,
): [string, ThrottleRule][] {
  const network = throttleUnit(context.clientAddress);
  const hash = services.secrets.keyedHash('throttle', name.trim().toLowerCase()).toString('base64url');
  return [
    [`sign-in failure:${network}`, failureRules.network],
    [`sign-in failure:${hash}`, ruleOfName],
  ];
}

/**
 * Runs an attempt that could be a guess, and counts its failures. What a provider has to sign, or to exchange for a
 * code, can't be guessed, and is not counted: a few bad responses would keep everyone behind an address out.
 * @param ruleOfName Another limit for one name, such as one below the lockout of a directory.
 * @throws SignInRefusal `too-many` before anything is tried, while too many have failed.
 */
export async function guardAttempt<T>(
  services: ProviderServices,
  context: CallContext,
  name: string,
  attempt: () => Promise<T>,
  ruleOfName: ThrottleRule = failureRules.name,
): Promise<T> {
  const keys = keysOf(services, context, name, ruleOfName);
  for (const [key, rule] of keys) {
    const { allowed, retryAfterSeconds } = await services.throttle.look(key, rule);
    if (!allowed) throw new SignInRefusal('too-many', { retryAfterSeconds });
  }
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof SignInRefusal && counted.has(error.reason)) {
      for (const [key, rule] of keys) await services.throttle.countFailure(key, rule);
    }
    throw error;
  }
}
