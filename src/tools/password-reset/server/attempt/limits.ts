import type { CallContext } from '../../../../platform/server/http/context.ts';
import { throttleUnit } from '../../../../platform/server/network/client-address.ts';
import { refusalOf } from '../../../../platform/server/refusal/declared-refusal.ts';
import { attemptReset } from '../../contract.ts';
import type { Reset } from '../reset.ts';

const hour = 3_600;

/**
 * @param how `look` counts nothing: before a captcha is checked, which may cost a request to an outside service
 * @throws Refusal 429 if this network has tried too often
 */
export async function countNetwork(
  { throttle, campus }: Reset,
  { clientAddress }: CallContext,
  how: 'take' | 'look' = 'take',
): Promise<void> {
  const { attempts, hours } = campus.limits.perNetwork;
  const rule = { limit: attempts, windowSeconds: hours * hour };
  const { allowed, retryAfterSeconds } = await throttle[how](
    `password-reset network:${throttleUnit(clientAddress)}`,
    rule,
  );
  if (!allowed) throw refusalOf(attemptReset, 'too-many-attempts', { retryAfterSeconds });
}

/** By what was typed, whether anyone has that name or not. @throws Refusal 429; counts one */
export async function countName({ throttle, campus, secrets }: Reset, email: string): Promise<void> {
  const { attempts, hours } = campus.limits.perName;
  const rule = { limit: attempts, windowSeconds: hours * hour };
  const hash = secrets.keyedHash('throttle', `password-reset\n${email}`).toString('base64url');
  const { allowed, retryAfterSeconds } = await throttle.take(`password-reset name:${hash}`, rule);
  if (!allowed) throw refusalOf(attemptReset, 'too-many-attempts', { retryAfterSeconds });
}
