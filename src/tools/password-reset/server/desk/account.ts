import type { PersonActor } from '../../../../platform/server/actor/actor.ts';
import { demandAllowed } from '../../../../platform/server/change/verdict.ts';
import type { CallContext } from '../../../../platform/server/http/context.ts';
import { refusalOf } from '../../../../platform/server/refusal/declared-refusal.ts';
import { reasonWords } from '../../contract/reason-words.ts';
import { startDeskReset, type unlockAccount } from '../../contract.ts';
import { countCheck, recordCheck } from '../checks.ts';
import { findUsers } from '../owners.ts';
import type { Reset } from '../reset.ts';
import { barring, readAccount } from '../standing.ts';
import type { Account, PasswordWriter } from '../writer/password-writer.ts';
import { mayVouch } from './rules.ts';

const day = 86_400;

type DeskCall = typeof startDeskReset | typeof unlockAccount;

export interface DeskAccount {
  writer: PasswordWriter;
  account: Account;
}

/**
 * The account that someone at the desk asks about: not their own, and nothing rules it out. Missing facts don't
 * matter, because an ID takes their place. Counts as a check of the account and is on record as one, whatever follows:
 * a later refusal, such as that of the daily limit, also says that nothing rules it out.
 * @throws Refusal that says why not
 */
export async function demandDeskAccount(
  reset: Reset,
  context: CallContext<PersonActor>,
  typed: string,
  call: DeskCall = startDeskReset,
): Promise<DeskAccount> {
  const { writer, directoryProviders } = reset;
  const { actor, reader } = context;
  demandAllowed(mayVouch(actor, [typed], call));
  if (writer === null) throw refusalOf(call, 'directory-down');
  await countCheck(reset, context, call);
  const { account, reasons } = await readAccount(reader, reset, typed);
  if (reasons.includes('directory-down')) throw refusalOf(call, 'directory-down', { retryAfterSeconds: 60 });
  if (account !== null) {
    demandAllowed(mayVouch(actor, account.addresses, call));
    // The portal may know them by a former address.
    if ((await findUsers(reader, account, directoryProviders)).includes(actor.id))
      throw refusalOf(call, 'own-account');
  }
  await recordCheck(reset, context, account?.email ?? typed, reasons.length === 0);
  const against = reasons.filter((reason) => barring.has(reason));
  if (against.length > 0 || account === null)
    throw refusalOf(call, 'not-possible', {
      fields: { principalEmail: against.map((reason) => reasonWords[reason]).join(' ') },
    });
  return { writer, account };
}

/** For each person, whether they start, confirm, or unlock. @throws Refusal 429; counts one */
export async function countToday(
  { throttle, campus }: Reset,
  { actor }: CallContext<PersonActor>,
  call: DeskCall = startDeskReset,
): Promise<void> {
  const rule = { limit: campus.limits.deskPerDay, windowSeconds: day };
  const { allowed, retryAfterSeconds } = await throttle.take(`password-reset desk:${actor.id}`, rule);
  if (!allowed) throw refusalOf(call, 'too-many', { retryAfterSeconds });
}
