import type { NothingLeft } from '../../../platform/contract/nothing-left.ts';
import type { Actor } from '../../../platform/server/actor/actor.ts';
import { isAllowed } from '../../../platform/server/change/verdict.ts';
import type { JobEntry } from '../../../platform/server/jobs/job.ts';
import { isoOrNull } from '../../../platform/server/time/time.ts';
import type { Job } from '../contract.ts';
import { mayDiscard, mayRetry } from './rules.ts';

export function presentJob(entry: JobEntry, viewer: Actor): Job {
  const { id, name, title, about, state, discarded, tries, reason, result, ...times } = entry;
  const { createdAt, startedAt, finishedAt, startAfter, ...rest } = times;
  rest satisfies NothingLeft;
  return {
    id,
    name,
    title,
    about,
    state,
    discarded,
    createdAt: createdAt.toISOString(),
    startedAt: isoOrNull(startedAt),
    finishedAt: isoOrNull(finishedAt),
    dueAt: isoOrNull(startAfter),
    tries,
    reason,
    result,
    can: { retry: isAllowed(mayRetry(viewer, entry)), discard: isAllowed(mayDiscard(viewer, entry)) },
  };
}
