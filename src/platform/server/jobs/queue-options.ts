import type { ConstructorOptions, Queue, WorkOptions } from 'pg-boss';
import type { Job } from './job.ts';
import { jobsSchema } from './jobs-table.ts';

/** How often the queue polls and how long it waits, in seconds. */
export interface QueuePace {
  /**
   * Between two polls. Notifications only shorten it, so nothing depends on them. Each queue polls, so this is
   * most of what an idle instance does; work continues within five seconds of an outage.
   */
  poll: number;
  /** Between two checks for jobs whose worker is gone. */
  supervision: number;
  /** A worker that is silent for this long has lost its job. pg-boss requires at least 10. */
  lease: number;
  /** The first pause after a failure; it doubles each time. */
  firstPause: number;
  /** How long running jobs may take to finish when the server stops. */
  patience: number;
  /** An outage is over when no statement has failed for this long. */
  calm: number;
}

/** A killed server's job is retried within two minutes: lease, supervision, then the first pause. */
export const defaultPace: QueuePace = {
  poll: 4,
  supervision: 20,
  lease: 60,
  firstPause: 10,
  patience: 16,
  calm: 5,
};

const day = 24 * 60 * 60;
/** How long a job is kept: waiting for a worker that knows it, and after its end. */
export const keptSeconds = { waiting: 90 * day, ended: 30 * day };
const longestPause = 60 * 60;
/** Our own limit comes first, with a better reason; this one is for a process whose timers do not run. */
const limitSlack = 30;

export function bossOptions(pace: QueuePace): Omit<ConstructorOptions, 'db'> {
  return {
    schema: jobsSchema,
    superviseIntervalSeconds: pace.supervision,
    monitorIntervalSeconds: pace.supervision,
    // Rebuilding indexes is up to the people who run the database.
    reindex: false,
  };
}

/** One waiting job per key; it cannot be changed once a queue exists. */
export const onePerKey = 'short';

/** What may change with a version of the job. */
export function queueOptions(job: Job, pace: QueuePace): Omit<Queue, 'name' | 'policy'> {
  return {
    notify: true,
    retryLimit: job.retries,
    retryDelay: pace.firstPause,
    retryBackoff: true,
    retryDelayMax: longestPause,
    expireInSeconds: job.limitSeconds + limitSlack,
    heartbeatSeconds: pace.lease,
    retentionSeconds: keptSeconds.waiting,
    deleteAfterSeconds: job.keptDays === undefined ? keptSeconds.ended : job.keptDays * day,
  };
}

export function workOptions(pace: QueuePace) {
  return {
    pollingIntervalSeconds: pace.poll,
    notifyPollingIntervalSeconds: pace.poll,
    perJobResults: true,
    // For the number of tries that a job may have.
    includeMetadata: true,
  } as const satisfies WorkOptions;
}
