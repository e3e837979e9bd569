import type { JobKind, UnitOfWork } from '../change/change.ts';

/** What tools do once people have left the directory, such as ending what they may no longer use. */
export interface Leavers {
  /** Has this job run, without data, whenever a reading that lacks someone was applied. Call it at startup. */
  thenRun(job: JobKind<object>): void;
  /** Enqueues these jobs with the change that says who left. */
  follow(unit: UnitOfWork): Promise<void>;
}

export function createLeavers(): Leavers {
  const jobs: JobKind<object>[] = [];
  return {
    thenRun: (job) => void jobs.push(job),
    async follow(unit) {
      for (const job of jobs) await unit.enqueue(job, {}, { singletonKey: 'leavers' });
    },
  };
}
