import { sql } from 'kysely';
import { z } from 'zod';
import { counted } from '../../../../platform/contract/counted.ts';
import { defineJob, type Job } from '../../../../platform/server/jobs/job.ts';
import type { Platform } from '../../../../platform/server/tool/server-tool.ts';

/** Removes attempts with what was typed, links, resets at the desk, and exclusions that ended, once they are as old as the college keeps them. */
export function createRetention({ unaudited }: Platform, keepDays: number): Job {
  return defineJob({
    name: 'password-reset.retention',
    title: 'Remove old attempts to reset a password',
    data: z.object({}),
    retries: 3,
    limitSeconds: 10 * 60,
    schedule: '23 4 * * *',
    async run() {
      const database = unaudited('expired rows');
      const before = sql`now() - make_interval(days => ${keepDays})`;
      const { numAffectedRows = 0n } =
        await sql`delete from reset_attempts where created_at < ${before}`.execute(database);
      await sql`delete from reset_links where created_at < ${before}`.execute(database);
      await sql`delete from desk_resets where started_at < ${before}`.execute(database);
      await sql`delete from reset_exclusions where expires_at < ${before}`.execute(database);
      return `${counted(Number(numAffectedRows), 'attempt was', 'attempts were')} removed.`;
    },
  });
}
