import type { Verdict } from '../../../platform/server/change/verdict.ts';
import { Refusal } from '../../../platform/server/http/refusal.ts';
import type { JobEntry } from '../../../platform/server/jobs/job.ts';
import { discardJob, retryJob } from '../contract.ts';

type Judged = Pick<JobEntry, 'state' | 'startAfter'>;

/** A failed job, or one that waits for a later time. One that is due needs no help. */
export function mayRetry({ state, startAfter }: Judged, now: number = Date.now()): Verdict {
  if (state === 'failed') return true;
  if (state === 'waiting' && startAfter !== null && startAfter.getTime() > now) return true;
  return refuse('cannot-retry', retryJob.refusals['cannot-retry']);
}

export function mayDiscard({ state }: Judged): Verdict {
  if (state === 'failed' || state === 'waiting') return true;
  return refuse('cannot-discard', discardJob.refusals['cannot-discard']);
}

function refuse(reason: string, { kind, detail }: { kind: 'conflict'; detail: string }): Refusal {
  return new Refusal(kind, detail, { reason });
}
