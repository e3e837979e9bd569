import { sql } from 'kysely';
import { z } from 'zod';
import { counted } from '../../../../platform/contract/counted.ts';
import { defineJob, type Job } from '../../../../platform/server/jobs/job.ts';
import type { Platform } from '../../../../platform/server/tool/server-tool.ts';

/** Removes produced files and their lines once they are as old as the college keeps them. The runs stay. */
export function createRetention({ unaudited }: Pick<Platform, 'unaudited'>, keepDays: number): Job {
  return defineJob({
    name: 'pcard.retention',
    title: 'Remove old P-Card journals',
    data: z.object({}),
    retries: 3,
    limitSeconds: 10 * 60,
    schedule: '31 4 * * *',
    async run() {
      const database = unaudited('expired rows');
      const isOld = sql`processed_at < now() - make_interval(days => ${keepDays})`;
      await sql`delete from pcard_lines where run_id in (select id from pcard_runs where ${isOld})`.execute(
        database,
      );
      const { numAffectedRows = 0n } =
        await sql`update pcard_runs set journal = null where journal is not null and ${isOld}`.execute(
          database,
        );
      return `${counted(Number(numAffectedRows), 'journal was', 'journals were')} removed.`;
    },
  });
}
