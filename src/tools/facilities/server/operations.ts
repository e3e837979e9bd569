import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { SignedInActor } from '../../../platform/server/actor/actor.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import type { Throttle } from '../../../platform/server/throttle/throttle.ts';
import { readFacilitiesPage as readCall, revealFacilitiesSecret as revealCall } from '../contract.ts';
import type { FacilitiesPages } from './pages.ts';
import { isReviewDue } from './review.ts';
import type { FacilitiesSecrets } from './secrets.ts';

/** What the operations of this tool share. */
export interface Facilities {
  pages: FacilitiesPages;
  secrets: FacilitiesSecrets;
  throttle: Throttle;
  timeZone: string;
}

export async function readPage(
  { pages, timeZone }: Facilities,
  { params }: CallInput<typeof readCall>,
): Promise<CallReply<typeof readCall>> {
  const text = await pages.read(params.page);
  if (text === null) throw refusalOf(readCall, 'withdrawn');
  return { data: { ...text, reviewIsDue: isReviewDue(text.reviewedOn, timeZone) } };
}

/** Enough to fill in several forms with both; a page that asks in a circle soon stops. */
const reveals = { limit: 20, windowSeconds: 600 };

/** The value goes into the answer and nowhere else; that it was shown, to whom and when goes into the audit. */
export async function revealSecret(
  { secrets, throttle }: Facilities,
  { actor, change }: CallContext<SignedInActor>,
  { params: { secret } }: CallInput<typeof revealCall>,
): Promise<CallReply<typeof revealCall>> {
  const value = secrets.get(secret);
  if (value === undefined) throw refusalOf(revealCall, 'not-configured');
  const { allowed, retryAfterSeconds } = await throttle.take(`facilities-reveal:${actor.id}`, reveals);
  if (!allowed) throw refusalOf(revealCall, 'too-often', { retryAfterSeconds });
  await change(async (unit) => {
    unit.demand(byPermission);
    unit.record({
      action: 'facilities-secret.reveal',
      subject: { type: 'facilities-secret', id: secret, columns: {} },
    });
  });
  return { data: { value } };
}
