import type { PersonActor } from '../../../platform/server/actor/actor.ts';
import { mayCall } from '../../../platform/server/change/verdict.ts';
import type { StorageTrouble, StoredFiles } from '../../../platform/server/files/stored-files.ts';
import type { JobEntry, JobsService } from '../../../platform/server/jobs/job.ts';
import type { WaitingEntry } from '../../../platform/server/waiting/waiting-entry.ts';
import { retryJob } from '../contract.ts';
import { queue } from '../tool.ts';

interface Watched {
  readonly jobs: Pick<JobsService, 'failures' | 'retried'>;
  readonly files: Pick<StoredFiles, 'trouble'>;
}

/** For IT: jobs that have failed, or have kept failing for more than an hour, and a disk that takes no uploads. */
export async function listFailures(
  { jobs, files }: Watched,
  viewer: PersonActor,
): Promise<readonly WaitingEntry[]> {
  if (!mayCall(viewer, retryJob)) return [];
  const [failed, retried, trouble] = await Promise.all([jobs.failures(), jobs.retried(), files.trouble()]);
  return [presentTrouble(trouble), presentFailed(failed), presentRetried(retried)].filter(
    (entry) => entry !== null,
  );
}

const troubles: Readonly<Record<StorageTrouble['kind'], Pick<WaitingEntry, 'title' | 'about'>>> = {
  full: {
    title: 'Uploads are refused: the disk is nearly full',
    about:
      'The disk of the uploaded files has less free than QUAD_FILES_KEEP_FREE. Free some space there, and uploads continue.',
  },
  away: {
    title: 'Uploads and downloads are refused: the files are not there',
    about:
      'Check whether the disk or share of the uploaded files is mounted, and whether Quad may write to it.',
  },
};

/** It is mended on the server, so there is no page to link. */
function presentTrouble(trouble: StorageTrouble | null): WaitingEntry | null {
  if (trouble === null) return null;
  const { kind, since } = trouble;
  return { key: kind, since, isUrgent: true, ...troubles[kind] };
}

interface Some {
  total: number;
  first: JobEntry | null;
}

/** A single one is named and can be retried at once; several are in the list. */
function presentFailed({ total, first }: Some): WaitingEntry | null {
  if (first === null) return null;
  const since = first.finishedAt ?? first.createdAt;
  const entry = {
    key: 'failed',
    count: total,
    since,
    link: `${queue.screens.jobs.path}?state=failed`,
  } as const;
  if (total > 1)
    return { ...entry, title: `Look at ${total >= 1_000 ? '1,000 or more' : total} failed jobs` };
  return {
    ...entry,
    key: first.id,
    title: `A job failed: ${first.title}`,
    ...aboutOf(first),
    action: { label: 'Retry', call: retryJob, params: { id: first.id }, done: 'The job runs again' },
  };
}

/** They do not need anyone, but what they need does, such as the mail server. */
function presentRetried({ total, first }: Some): WaitingEntry | null {
  if (first === null) return null;
  return {
    key: 'retried',
    count: total,
    since: first.createdAt,
    link: `${queue.screens.jobs.path}?state=waiting`,
    title:
      total === 1
        ? `A job keeps failing: ${first.title}`
        : `${total.toLocaleString('en-US')} jobs keep failing and are tried again`,
    ...aboutOf(first),
  };
}

const aboutOf = ({ reason }: JobEntry) => (reason === null ? {} : { about: reason });
