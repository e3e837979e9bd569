import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import type { checkEligibility, confirmDeskReset, startDeskReset, unlockAccount } from '../contract.ts';
import type { Reset } from './reset.ts';

/** Enough for a desk in the first week of a term; a list of the whole college takes days. */
const checks = { limit: 60, windowSeconds: 3_600 };

type CheckingCall =
  | typeof checkEligibility
  | typeof startDeskReset
  | typeof confirmDeskReset
  | typeof unlockAccount;

/** For each person, whichever call they use to ask about accounts. @throws Refusal 429; counts one */
export async function countCheck(
  { throttle }: Pick<Reset, 'throttle'>,
  { actor }: CallContext<PersonActor>,
  call: CheckingCall,
): Promise<void> {
  const { allowed, retryAfterSeconds } = await throttle.take(`password-reset check:${actor.id}`, checks);
  if (!allowed) throw refusalOf(call, 'too-many-checks', { retryAfterSeconds });
}

/**
 * Adds an entry about an account that someone in IT asked about, in its own transaction: the refusal that says why not
 * would roll it back.
 */
export async function recordCheck(
  { changeAs }: Pick<Reset, 'changeAs'>,
  { actor, clientAddress, requestId }: CallContext<PersonActor>,
  email: string,
  isEligible: boolean,
): Promise<void> {
  await changeAs({ actor, clientAddress, requestId })(async (unit) => {
    unit.demand(byPermission);
    const columns = { principal_email: 'plain', eligible: 'plain' } as const;
    unit.record({
      action: 'password-eligibility.check',
      subject: { type: 'password-eligibility', id: email, columns },
      after: { principal_email: email, eligible: isEligible },
    });
  });
}
