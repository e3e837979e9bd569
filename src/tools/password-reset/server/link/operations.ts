import type { CallInput, CallReply } from '../../../../platform/contract/call.ts';
import { byPermission } from '../../../../platform/server/change/verdict.ts';
import type { CallContext } from '../../../../platform/server/http/context.ts';
import { throttleUnit } from '../../../../platform/server/network/client-address.ts';
import { refusalOf } from '../../../../platform/server/refusal/declared-refusal.ts';
import { Refusal } from '../../../../platform/server/refusal/refusal.ts';
import { type openResetLink, setPassword } from '../../contract.ts';
import type { Reset } from '../reset.ts';
import { barring, readStanding } from '../standing.ts';
import type { Account, DirectoryDown, PasswordWriter } from '../writer/password-writer.ts';
import { findAccount, lostAnswer } from './ask-directory.ts';
import { enqueueSettle, finishLink, linkEntry } from './finish.ts';
import { demandGoodPassword } from './good-password.ts';
import { claimLink, findOpenLink, type LinkRow, moveLink } from './queries.ts';

/** Guessing 256 bits is hopeless, so this only spares the database. */
const wrongLinks = { limit: 60, windowSeconds: 600 };

export async function handleOpenLink(
  reset: Reset,
  context: CallContext,
  { body: { token } }: CallInput<typeof openResetLink>,
): Promise<CallReply<typeof openResetLink>> {
  const { account, link } = await demandLink(reset, context, token);
  return {
    data: {
      email: account.email,
      name: account.name,
      minimumLength: reset.campus.minimumLength,
      expiresAt: link.expires_at.toISOString(),
    },
  };
}

export async function handleSetPassword(
  reset: Reset,
  context: CallContext,
  { body: { token, password } }: CallInput<typeof setPassword>,
): Promise<CallReply<typeof setPassword>> {
  const { writer, account, link } = await demandLink(reset, context, token);
  await demandGoodPassword(reset, account, password, (message) =>
    refusalOf(setPassword, 'weak-password', { fields: { password: message } }),
  );
  await claim(context, link);
  const lost = await write(context, { writer, account, link }, password);
  await context.change((unit) => finishLink(unit, reset, context.reader, link, { isSure: lost === null }));
  if (lost !== null) throw refusalOf(setPassword, 'unclear', { cause: lost });
  return { data: { email: account.email } };
}

interface Opened {
  writer: PasswordWriter;
  account: Account;
  link: LinkRow;
}

/** The link and its account, which must be as they were when it was made. One text for everything that is not. */
async function demandLink(reset: Reset, context: CallContext, token: string): Promise<Opened> {
  const { writer, throttle } = reset;
  if (writer === null) throw refusalOf(setPassword, 'unavailable');
  const counter = `password-reset link:${throttleUnit(context.clientAddress)}`;
  const { allowed, retryAfterSeconds } = await throttle.look(counter, wrongLinks);
  if (!allowed) throw refusalOf(setPassword, 'too-many-links', { retryAfterSeconds });
  const link = await findOpenLink(context.reader, token);
  if (link === undefined) {
    await throttle.countFailure(counter, wrongLinks);
    throw isOver();
  }
  const account = await findAccount(writer, link.principal_email, setPassword);
  if (account === null || !isSame(account, link)) throw isOver();
  const { reasons } = await readStanding(context.reader, reset, account);
  if (reasons.some((reason) => barring.has(reason))) throw isOver();
  return { writer, account, link };
}

function isSame(account: Account, link: LinkRow): boolean {
  const isUsable = !account.isDisabled && !account.isProtected;
  // The stamp differs if the password was changed in another way.
  return isUsable && account.key === link.account_key && account.stamp === link.stamp;
}

/** Before the directory is written: of two who have the link, only one gets that far. */
async function claim({ change }: CallContext, link: LinkRow): Promise<void> {
  await change(async (unit) => {
    unit.demand(byPermission);
    const claim = await claimLink(unit.transaction, link.id);
    if (claim === undefined) throw isOver();
    unit.record(linkEntry('password-link.claim', link));
    // For a server that is killed in between.
    await enqueueSettle(unit, link.id, claim);
  });
}

/**
 * Makes the link usable again if the directory has certainly not changed the password, and only then.
 * @returns as `lostAnswer`
 */
async function write(
  { change }: CallContext,
  { writer, account, link }: Opened,
  password: string,
): Promise<DirectoryDown | null> {
  try {
    return await lostAnswer(writer.write(account, password), setPassword);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await change(async (unit) => {
      unit.demand(byPermission);
      await moveLink(unit.transaction, link.id, 'open');
      unit.record(linkEntry('password-link.give-back', link));
    });
    throw error;
  }
}

function isOver(): Refusal {
  return refusalOf(setPassword, 'link-over');
}
