import type { CallInput, CallReply } from '../../../platform/contract/call.ts';
import type { SignedInActor } from '../../../platform/server/actor/actor.ts';
import type { CallContext } from '../../../platform/server/http/context.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { isReviewDue } from '../../../platform/server/texts/review.ts';
import type { Throttle } from '../../../platform/server/throttle/throttle.ts';
import { readFacilitiesPage, revealFacilitiesSecret } from '../contract.ts';
import type { FacilitiesPages } from './pages.ts';
import type { FacilitiesSecrets } from './secrets.ts';

/** What the operations of this tool share. */
export interface Facilities {
  pages: FacilitiesPages;
  secrets: FacilitiesSecrets;
  throttle: Throttle;
  timeZone: string;
}

export async function handleReadFacilitiesPage(
  { pages, timeZone }: Facilities,
  { params }: CallInput<typeof readFacilitiesPage>,
): Promise<CallReply<typeof readFacilitiesPage>> {
  const text = await pages.read(params.page);
  if (text === null) throw refusalOf(readFacilitiesPage, 'withdrawn');
  return { data: { ...text, reviewIsDue: isReviewDue(text.reviewedOn, timeZone) } };
}

/** Enough to fill in several forms with both; a page that asks in a loop is soon stopped. */
const reveals = { limit: 20, windowSeconds: 600 };

/** The value goes into the response and nowhere else. */
export async function handleRevealFacilitiesSecret(
  { secrets, throttle }: Facilities,
  { actor }: Pick<CallContext<SignedInActor>, 'actor'>,
  { params: { secret } }: CallInput<typeof revealFacilitiesSecret>,
): Promise<CallReply<typeof revealFacilitiesSecret>> {
  const value = secrets.get(secret);
  if (value === undefined) throw refusalOf(revealFacilitiesSecret, 'not-configured');
  const { allowed, retryAfterSeconds } = await throttle.take(`facilities-reveal:${actor.id}`, reveals);
  if (!allowed) throw refusalOf(revealFacilitiesSecret, 'too-often', { retryAfterSeconds });
  return { data: { value } };
}
