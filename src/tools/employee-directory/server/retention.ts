import { sql } from 'kysely';
import { z } from 'zod';
import type { Unaudited } from '../../../platform/server/change/unaudited.ts';
import { defineJob, type Job } from '../../../platform/server/jobs/job.ts';

/** Longer than the Queue Manager lists a job that failed, so that no retry comes too late. */
const keptDays = 60;

/** Deletes corrections that could not be sent. */
export function createRetention({ unaudited }: { unaudited: Unaudited }): Job {
  return defineJob({
    name: 'employee-directory.retention',
    title: 'Delete old corrections for the Employee Directory',
    data: z.object({}),
    retries: 3,
    limitSeconds: 10 * 60,
    schedule: '43 4 * * *',
    async run() {
      const { numAffectedRows = 0n } = await sql`
        delete from employee_corrections where created_at < now() - make_interval(days => ${keptDays})`.execute(
        unaudited('expired rows'),
      );
      return `Corrections that could not be sent and were deleted: ${numAffectedRows}.`;
    },
  });
}
