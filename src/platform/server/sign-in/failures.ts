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
const counted: ReadonlySet<SignInRefusalReason> = new Set(['unknown-person', 'credentials', 'too-many']);

type Counter = [string, ThrottleRule];

function countersOf(
  services: ProviderServices,
  context: CallContext,
  name: string,
  ruleOfName: ThrottleRule,
): { network: Counter; name: Counter } {
  const network = throttleUnit(context.clientAddress);
  const hash = services.secrets.keyedHash('throttle', name.trim().toLowerCase()).toString('base64url');
  return {
    network: [`sign-in failure:${network}`, failureRules.network],
    name: [`sign-in failure:${hash}`, ruleOfName],
  };
}

/**
 * Runs an attempt that could be a guess, and counts its failures. What a provider has to sign, or to exchange for a
 * code, can't be guessed, and is not counted: a few bad responses would keep everyone behind an address out.
 * @param ofName Another limit for one name, such as one below the lockout of a directory; and which failures count for
 *   the name, if some count for the person who was found by it.
 * @throws SignInRefusal `too-many` before anything is tried, while too many have failed.
 */
export async function guardAttempt<T>(
  services: ProviderServices,
  context: CallContext,
  name: string,
  attempt: () => Promise<T>,
  ofName: { rule: ThrottleRule; counts: (refusal: SignInRefusal) => boolean } = {
    rule: failureRules.name,
    counts: () => true,
  },
): Promise<T> {
  const counters = countersOf(services, context, name, ofName.rule);
  for (const [key, rule] of Object.values(counters)) {
    const { allowed, retryAfterSeconds } = await services.throttle.look(key, rule);
    if (!allowed) throw new SignInRefusal('too-many', { retryAfterSeconds });
  }
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof SignInRefusal && counted.has(error.reason)) {
      await services.throttle.countFailure(...counters.network);
      if (ofName.counts(error)) await services.throttle.countFailure(...counters.name);
    }
    throw error;
  }
}
