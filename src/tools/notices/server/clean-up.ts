import { sql } from 'kysely';
import { z } from 'zod';
import type { Unaudited } from '../../../platform/server/change/unaudited.ts';
import { defineJob, type Job } from '../../../platform/server/jobs/job.ts';
import { daysInBell } from './mine-queries.ts';

/** Deletes the read and dismissed marks of notices that are no longer in any bell. */
export function createCleanUp({ unaudited }: { unaudited: Unaudited }): Job {
  return defineJob({
    name: 'notices.clean-up',
    title: 'Clean up after past notices',
    data: z.object({}),
    retries: 3,
    limitSeconds: 60 * 60,
    schedule: '23 4 * * *',
    async run() {
      const { numAffectedRows = 0n } = await sql`
        delete from notice_marks m using notices n where n.id = m.notice_id
          and (n.withdrawn_at is not null or n.ends_at < now() - make_interval(days => ${daysInBell}))`.execute(
        unaudited('expired rows'),
      );
      return `Deleted ${numAffectedRows} marks.`;
    },
  });
}
