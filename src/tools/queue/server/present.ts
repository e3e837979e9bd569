import type { Actor } from '../../../platform/server/actor/actor.ts';
import { isAllowed } from '../../../platform/server/change/verdict.ts';
import type { JobEntry } from '../../../platform/server/jobs/job.ts';
import { isoOrNull } from '../../../platform/server/time/time.ts';
import type { Job } from '../contract.ts';
import { mayDiscard, mayRetry } from './rules.ts';

export function presentJob(entry: JobEntry, viewer: Actor): Job {
  const { id, name, title, state, discarded, tries, reason, result } = entry;
  return {
    id,
    name,
    title,
    state,
    discarded,
    createdAt: entry.createdAt.toISOString(),
    startedAt: isoOrNull(entry.startedAt),
    finishedAt: isoOrNull(entry.finishedAt),
    dueAt: isoOrNull(entry.startAfter),
    tries,
    reason,
    result,
    can: { retry: isAllowed(mayRetry(viewer, entry)), discard: isAllowed(mayDiscard(viewer, entry)) },
  };
}
