import type { CallInput } from '../../../../platform/contract/call.ts';
import type { PersonActor } from '../../../../platform/server/actor/actor.ts';
import { byPermission } from '../../../../platform/server/change/verdict.ts';
import type { CallContext } from '../../../../platform/server/http/context.ts';
import { refusalOf } from '../../../../platform/server/refusal/declared-refusal.ts';
import { Refusal } from '../../../../platform/server/refusal/refusal.ts';
import { changeOwnPassword } from '../../contract.ts';
import type { Reset } from '../reset.ts';
import { type Account, type DirectoryDown, WrongPassword } from '../writer/password-writer.ts';
import { findAccount, lostAnswer } from './ask-directory.ts';
import { enqueueSettle, linkEntry } from './finish.ts';
import { demandGoodPassword } from './good-password.ts';
import { endOpenLinks, insertClaimedLink } from './issue.ts';
import { enqueueNotice } from './notice.ts';
import { moveLink } from './queries.ts';

/** Below the lockout of a directory: someone at an open session must not be able to guess the password or lock the account. */
const tries = { limit: 4, windowSeconds: 1_800 };

/** The current password proves who it is again: a session that someone left open is not enough. */
export async function handleChangeOwn(
  reset: Reset,
  { actor, change }: CallContext<PersonActor>,
  { body: { current, password } }: CallInput<typeof changeOwnPassword>,
): Promise<void> {
  const { writer, throttle, sessions, directoryProviders } = reset;
  if (writer?.change === undefined || !directoryProviders.includes(actor.provider))
    throw refusalOf(changeOwnPassword, 'elsewhere');
  await demandGoodPassword(reset, actor, password, (message) =>
    refusalOf(changeOwnPassword, 'weak-password', { fields: { password: message } }),
  );
  const counter = `password-change:${actor.id}`;
  const taken = await throttle.take(counter, tries);
  const { allowed, retryAfterSeconds } = taken;
  if (!allowed) throw refusalOf(changeOwnPassword, 'too-many-tries', { retryAfterSeconds });
  let account: Account | null;
  let link: ClaimedLink | null = null;
  let lost: DirectoryDown | null;
  try {
    account = await findAccount(writer, actor.email, changeOwnPassword);
    // Renamed since this sign-in, or outside of where passwords are written.
    if (account === null) throw refusalOf(changeOwnPassword, 'no-account');
    link = await begin({ actor, change }, account);
    lost = await lostAnswer(writer.change(account, current, password), changeOwnPassword);
  } catch (error) {
    // With anything else, no one knows what the directory did.
    const isKept = error instanceof WrongPassword || error instanceof Refusal;
    if (link !== null && isKept) await giveBack({ change }, link);
    if (error instanceof WrongPassword)
      throw refusalOf(changeOwnPassword, 'wrong-password', {
        fields: { current: 'This is not your current password.' },
      });
    await taken.giveBack();
    throw error;
  }
  const { email } = account;
  const { id } = link;
  await change(async (unit) => {
    unit.demand(byPermission);
    await moveLink(unit.transaction, id, 'used');
    await sessions.endAllOf(unit, actor.id, { except: actor.sessionId });
    await endOpenLinks(unit, email);
    unit.record({ action: 'password.change', subject: { type: 'password', id: actor.id, columns: {} } });
    await enqueueNotice(unit, { personId: actor.id, isSure: lost === null });
  });
  // Only then: whatever fails after the directory accepted the password, other sessions have ended.
  await taken.giveBack();
  if (lost !== null) throw refusalOf(changeOwnPassword, 'unclear', { cause: lost });
}

type Context = Pick<CallContext<PersonActor>, 'actor' | 'change'>;
type ClaimedLink = Awaited<ReturnType<typeof insertClaimedLink>>;

/** Before the directory is asked: for a server that is killed in between, or a database that goes away, as with a link. */
function begin({ actor, change }: Context, account: Account): Promise<ClaimedLink> {
  return change(async (unit) => {
    unit.demand(byPermission);
    const link = await insertClaimedLink(unit, { ...account, email: actor.email });
    unit.record(linkEntry('password-change.begin', link));
    await enqueueSettle(unit, link.id, link.claims);
    return link;
  });
}

/** The directory has certainly not changed the password. */
async function giveBack({ change }: Pick<Context, 'change'>, link: ClaimedLink): Promise<void> {
  await change(async (unit) => {
    unit.demand(byPermission);
    await moveLink(unit.transaction, link.id, 'ended');
    unit.record(linkEntry('password-change.give-back', link));
  });
}
