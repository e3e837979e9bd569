import { sql } from 'kysely';
import { z } from 'zod';
import { defineJob, type Job } from '../../../platform/server/jobs/job.ts';
import type { Platform } from '../../../platform/server/tool/server-tool.ts';
import { keepReportsDays } from '../contract.ts';

/** Forgets sign-ins once they are as old as the college keeps them, and reports after 30 days. */
export function createRetention({ unaudited }: Pick<Platform, 'unaudited'>, keepDays: number): Job {
  return defineJob({
    name: 'search-report.retention',
    title: 'Remove old sign-ins and search reports',
    data: z.object({}),
    retries: 3,
    limitSeconds: 10 * 60,
    schedule: '33 4 * * *',
    async run() {
      const { numAffectedRows = 0n } = await sql`
        delete from sign_in_events where at < now() - make_interval(days => ${keepDays})`.execute(
        unaudited('expired rows'),
      );
      await sql`delete from search_reports where asked_at < now() - make_interval(days => ${keepReportsDays})`.execute(
        unaudited('expired rows'),
      );
      return `${Number(numAffectedRows).toLocaleString('en-US')} sign-ins were removed.`;
    },
  });
}
