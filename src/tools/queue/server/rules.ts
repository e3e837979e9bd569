import type { Actor } from '../../../platform/server/actor/actor.ts';
import { mayCall, type Verdict } from '../../../platform/server/change/verdict.ts';
import type { JobEntry } from '../../../platform/server/jobs/job.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { forbidden } from '../../../platform/server/refusal/refusal.ts';
import { discardJob, retryJob } from '../contract.ts';

type Judged = Pick<JobEntry, 'state' | 'startAfter'>;

/** A failed job, or one that is waiting for a later time. A job that is due needs no help. */
export function mayRetry(viewer: Actor, { state, startAfter }: Judged, now: number = Date.now()): Verdict {
  if (!mayCall(viewer, retryJob)) return forbidden;
  if (state === 'failed') return true;
  if (state === 'waiting' && startAfter !== null && startAfter.getTime() > now) return true;
  return refusalOf(retryJob, 'cannot-retry');
}

export function mayDiscard(viewer: Actor, { state }: Judged): Verdict {
  if (!mayCall(viewer, discardJob)) return forbidden;
  if (state === 'failed' || state === 'waiting') return true;
  return refusalOf(discardJob, 'cannot-discard');
}
