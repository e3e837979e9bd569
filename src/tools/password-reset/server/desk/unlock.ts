import type { CallInput, CallReply } from '../../../../platform/contract/call.ts';
import type { PersonActor } from '../../../../platform/server/actor/actor.ts';
import type { CallContext } from '../../../../platform/server/http/context.ts';
import { refusalOf } from '../../../../platform/server/refusal/declared-refusal.ts';
import { unlockAccount } from '../../contract.ts';
import { canonicalEmail } from '../facts/canonical.ts';
import { directoryDown } from '../link/ask-directory.ts';
import { findOwners } from '../owners.ts';
import type { Reset } from '../reset.ts';
import { DirectoryDown } from '../writer/password-writer.ts';
import { countToday, demandDeskAccount } from './account.ts';
import { mayVouch } from './rules.ts';

/** Ends a lockout after wrong passwords. The password stays, so one person is enough and no ID is needed. */
export async function handleUnlock(
  reset: Reset,
  context: CallContext<PersonActor>,
  { body }: CallInput<typeof unlockAccount>,
): Promise<CallReply<typeof unlockAccount>> {
  const { actor, change, reader, log } = context;
  if (reset.writer?.unlock === undefined) throw refusalOf(unlockAccount, 'cannot-unlock');
  const typed = canonicalEmail(body.principalEmail);
  const { writer, account } = await demandDeskAccount(reset, context, typed, unlockAccount);
  const { email, addresses } = account;
  if (account.isLocked === false) throw refusalOf(unlockAccount, 'not-locked');
  await countToday(reset, context, unlockAccount);
  const [owner] = await findOwners(reader, email);
  // On record before the directory is asked, so that every unlock has an entry.
  await change(async (unit) => {
    unit.demand(mayVouch(actor, addresses, unlockAccount));
    unit.record({
      action: 'password-account.unlock',
      subject: { type: 'password-account', id: email, columns: {} },
      ...(owner === undefined ? {} : { about: owner }),
    });
  });
  try {
    await writer.unlock?.(account);
  } catch (error) {
    if (!(error instanceof DirectoryDown)) throw error;
    log.warn({ err: error }, 'An account could not be unlocked.');
    throw directoryDown(unlockAccount, error);
  }
  return { data: { message: `${email} is unlocked. The password is the same as before.` } };
}
