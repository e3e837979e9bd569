import { setTimeout as pause } from 'node:timers/promises';
import type { CallInput, CallReply } from '../../../../platform/contract/call.ts';
import { CaptchaDown } from '../../../../platform/server/captcha/captcha.ts';
import type { CallContext } from '../../../../platform/server/http/context.ts';
import { refusalOf } from '../../../../platform/server/refusal/declared-refusal.ts';
import { dayOf } from '../../../../platform/server/time/time.ts';
import { attemptReset, type Reason, successText } from '../../contract.ts';
import {
  canonicalBirthdate,
  canonicalEmail,
  canonicalId,
  canonicalLastFour,
  canonicalPhone,
} from '../facts/canonical.ts';
import { hashFacts, matches } from '../facts/fact-hashes.ts';
import { isOpen } from '../is-open.ts';
import type { Reset } from '../reset.ts';
import { readStanding } from '../standing.ts';
import { countName, countNetwork } from './limits.ts';
import { recordAttempt, settleAttempt } from './record.ts';
import { enqueueLink } from './send-link.ts';

type Body = CallInput<typeof attemptReset>['body'];

/** No response about facts comes sooner, which hides how long the database took. In milliseconds. */
const soonestAnswer = 300;

/**
 * Decides in the order of docs/decisions/031: whether anything could be done at all, the captcha, the counters, the
 * record, the comparison. What follows a full match is done by a job.
 */
export async function handleAttempt(
  reset: Reset,
  context: CallContext,
  { body }: CallInput<typeof attemptReset>,
): Promise<CallReply<typeof attemptReset>> {
  if (!(await isOpen(reset, context.reader))) throw refusalOf(attemptReset, 'unavailable');
  await demandCaptcha(reset, context, body.captchaValue);
  const email = canonicalEmail(body.principalEmail);
  await countNetwork(reset, context);
  await countName(reset, email);
  const began = performance.now();
  const isMatch = await decide(reset, context, email, body);
  await pause(Math.max(0, soonestAnswer - (performance.now() - began)));
  if (!isMatch) throw refusalOf(attemptReset, 'not-confirmed');
  return { data: { message: successText } };
}

async function demandCaptcha(reset: Reset, context: CallContext, value: unknown): Promise<void> {
  await countNetwork(reset, context, 'look');
  let isSolved: boolean;
  try {
    isSolved = await reset.captcha.verify(value);
  } catch (error) {
    if (!(error instanceof CaptchaDown)) throw error;
    context.log.warn({ err: error }, 'A captcha could not be checked.');
    throw refusalOf(attemptReset, 'unavailable');
  }
  if (isSolved) return;
  await countNetwork(reset, context);
  const message = "Confirm that you're not a robot.";
  throw refusalOf(attemptReset, 'captcha', { fields: { captchaValue: message } });
}

async function decide(reset: Reset, context: CallContext, email: string, body: Body): Promise<boolean> {
  const { secrets, timeZone } = reset;
  const id = await recordAttempt(reset, context, email, body);
  const waives = body.isInternationalStudent === true || (body.last4ssn ?? '') === '';
  const typed = hashFacts(secrets, email, {
    collegeId: canonicalId(body.id),
    birthdate: canonicalBirthdate(body.birthdate, dayOf(new Date(), timeZone)),
    lastFour: waives ? null : canonicalLastFour(body.last4ssn ?? ''),
    phone: canonicalPhone(body.personalPhoneNumber),
  });
  const named = { email, addresses: [email], key: null };
  const { facts, reasons } = await readStanding(context.reader, reset, named);
  const isRight = matches(typed, facts);
  const against: Reason[] = isRight || facts === undefined ? reasons : [...reasons, 'wrong-facts'];
  const isMatch = isRight && reasons.length === 0;
  // The same work for every outcome except a full match; only that leads to a job.
  if (isMatch) await settleAttempt(context, id, 'matched', against, (unit) => enqueueLink(unit, id));
  else await settleAttempt(context, id, 'refused', against);
  return isMatch;
}
