import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { mayCall } from '../../../platform/server/change/verdict.ts';
import type { JobsService } from '../../../platform/server/jobs/job.ts';
import type { WaitingEntry } from '../../../platform/server/waiting/waiting-entry.ts';
import { retryJob } from '../contract.ts';
import { queue } from '../tool.ts';

/** Failed jobs, for IT. A single one is named and can be retried at once; several are in the list. */
export async function listFailures(
  jobs: Pick<JobsService, 'failures'>,
  viewer: PersonActor,
): Promise<readonly WaitingEntry[]> {
  if (!mayCall(viewer, retryJob)) return [];
  const { total, first } = await jobs.failures();
  if (first === null) return [];
  const since = first.finishedAt ?? first.createdAt;
  const entry = {
    key: 'failed',
    count: total,
    since,
    link: `${queue.screens.jobs.path}?state=failed`,
  } as const;
  if (total > 1)
    return [{ ...entry, title: `Look at ${total >= 1_000 ? '1,000 or more' : total} failed jobs` }];
  return [
    {
      ...entry,
      key: first.id,
      title: `A job failed: ${first.title}`,
      ...(first.reason === null ? {} : { about: first.reason }),
      action: {
        label: 'Retry',
        call: retryJob,
        params: { id: first.id },
        done: 'The job runs again',
      },
    },
  ];
}
