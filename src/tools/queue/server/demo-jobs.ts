import { sql } from 'kysely';
import { readRows } from '../../../platform/server/db/database.ts';
import type { Seed } from '../../../platform/server/tool/server-tool.ts';

interface DemoJob {
  name: string;
  hoursAgo: number;
  /** What it reported, or why it failed. */
  output: { result: string } | { reason: string } | null;
}

/** The last nights' runs of jobs that every portal has. The one that failed works when retried. */
const demoJobs: readonly DemoJob[] = [
  {
    name: 'platform.reconcile-files',
    hoursAgo: 9,
    output: { reason: 'The folder for stored files could not be read.' },
  },
  {
    name: 'platform.retain-audit',
    hoursAgo: 9,
    output: { result: '12 audit entries were removed or lost their sensitive data.' },
  },
  { name: 'files.retention', hoursAgo: 8, output: { result: 'Removed 1, notified about 2, retired 0.' } },
  { name: 'directory.sync', hoursAgo: 3, output: { result: 'The file has not changed.' } },
  { name: 'platform.clean-up', hoursAgo: 2, output: null },
  { name: 'platform.clean-up', hoursAgo: 1, output: null },
];

export const queueSeed: Seed = {
  what: 'background jobs of last night, one of them failed',
  demoCount: demoJobs.length,
  async isFilled({ reader }) {
    const done = sql`select from jobs.job where completed_on < now() - interval '30 minutes' limit 1`;
    return (await readRows(reader, done)).length > 0;
  },
  async run({ platform, count }) {
    const rows = Array.from({ length: count }, (_, index) => {
      const turn = Math.floor(index / demoJobs.length);
      const { name, hoursAgo, output } = demoJobs[index % demoJobs.length] as DemoJob;
      const failed = output !== null && 'reason' in output;
      return { name, output, hours: hoursAgo + 24 * turn, state: failed ? 'failed' : 'completed' };
    });
    await sql`
      insert into jobs.job (name, data, state, retry_limit, created_on, started_on, start_after, completed_on, output)
      select name, '{}', state::jobs.job_state, 0, begun, begun, begun, begun + interval '2 seconds', output
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as job (name text, state text, output jsonb, hours int),
        lateral (select now() - make_interval(hours => hours)) as times (begun)
      where exists (select from jobs.queue where queue.name = job.name)
    `.execute(platform.unaudited('demo data'));
  },
};
