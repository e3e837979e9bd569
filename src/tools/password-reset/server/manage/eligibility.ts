import type { CallInput, CallReply } from '../../../../platform/contract/call.ts';
import type { PersonActor } from '../../../../platform/server/actor/actor.ts';
import type { CallContext } from '../../../../platform/server/http/context.ts';
import { refusalOf } from '../../../../platform/server/refusal/declared-refusal.ts';
import { reasonWords } from '../../contract/reason-words.ts';
import { checkEligibility } from '../../contract.ts';
import { countCheck, recordCheck } from '../checks.ts';
import { canonicalEmail } from '../facts/canonical.ts';
import type { Reset } from '../reset.ts';
import { readAccount } from '../standing.ts';

/** For IT, so it may ask the directory and say why not. Each check adds an entry about the account. */
export async function handleCheckEligibility(
  reset: Reset,
  context: CallContext<PersonActor>,
  { body }: CallInput<typeof checkEligibility>,
): Promise<CallReply<typeof checkEligibility>> {
  await countCheck(reset, context, checkEligibility);
  const typed = canonicalEmail(body.principalEmail);
  const { account, reasons } = await readAccount(context.reader, reset, typed);
  const email = account?.email ?? typed;
  await recordCheck(reset, context, email, reasons.length === 0);
  if (reasons.length > 0)
    throw refusalOf(checkEligibility, 'not-eligible', {
      detail: `${email} is not eligible for a self-serve password reset.`,
      fields: { principalEmail: reasons.map((reason) => reasonWords[reason]).join(' ') },
    });
  return { data: { eligible: true, message: `${email} is eligible for a self-serve password reset.` } };
}
