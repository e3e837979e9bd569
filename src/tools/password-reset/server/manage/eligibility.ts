import type { CallInput, CallReply } from '../../../../platform/contract/call.ts';
import type { PersonActor } from '../../../../platform/server/actor/actor.ts';
import { byPermission } from '../../../../platform/server/change/verdict.ts';
import type { CallContext } from '../../../../platform/server/http/context.ts';
import { refusalOf } from '../../../../platform/server/refusal/declared-refusal.ts';
import { reasonWords } from '../../contract/reason-words.ts';
import { checkEligibility } from '../../contract.ts';
import { canonicalEmail } from '../facts/canonical.ts';
import type { Reset } from '../reset.ts';
import { readAccount } from '../standing.ts';

/** Enough for a desk in the first week of a term; a list of the whole college takes days. */
const checks = { limit: 60, windowSeconds: 3_600 };

/** For IT, so it may ask the directory and say why not. Each check leaves an entry about the account. */
export async function handleCheckEligibility(
  { throttle, writer, campus }: Reset,
  { actor, reader, change }: CallContext<PersonActor>,
  { body }: CallInput<typeof checkEligibility>,
): Promise<CallReply<typeof checkEligibility>> {
  const { allowed, retryAfterSeconds } = await throttle.take(`password-reset check:${actor.id}`, checks);
  if (!allowed) throw refusalOf(checkEligibility, 'too-many-checks', { retryAfterSeconds });
  const typed = canonicalEmail(body.principalEmail);
  const { account, reasons } = await readAccount(reader, writer, typed, campus.protectedGroups);
  const email = account?.email ?? typed;
  const row = { principal_email: email, eligible: reasons.length === 0 };
  await change(async (unit) => {
    unit.demand(byPermission);
    const columns = { principal_email: 'plain', eligible: 'plain' } as const;
    unit.record({
      action: 'password-eligibility.check',
      subject: { type: 'password-eligibility', id: email, columns },
      after: row,
    });
  });
  if (reasons.length > 0)
    throw refusalOf(checkEligibility, 'not-eligible', {
      detail: `${email} is not eligible for a self-serve password reset.`,
      fields: { principalEmail: reasons.map((reason) => reasonWords[reason]).join(' ') },
    });
  return { data: { eligible: true, message: `${email} is eligible for a self-serve password reset.` } };
}
