import { mkdtempSync, rmSync } from 'node:fs';
import pino from 'pino';
import { z } from 'zod';
import { openDatabase } from '../db/database.ts';
import { startEmbeddedPostgres } from '../db/embedded/embedded.ts';
import { defineJob } from './job.ts';
import { createQueue } from './queue.ts';
const folder = mkdtempSync('/tmp/quad-bouncer-');
const postgres = await startEmbeddedPostgres({ dataFolder: folder, durable: false });
const open = openDatabase(postgres.connection);
const queue = createQueue({ ...open, log: pino({ level: 'warn' }), timeZone: 'America/Boise' });
queue.register([defineJob({ name: 'a.note', title: 'A letter', data: z.object({}), retries: 0, limitSeconds: 5, async run() {} })]);
await queue.start();
await open.pool.query(`insert into jobs.job (name, data, policy, state, created_on, started_on, completed_on, singleton_key)
 select 'a.note', '{"to":"someone@somewhere.example","text":"abc"}', 'short', (array['completed','completed','completed','failed','cancelled'])[1 + i % 5]::jobs.job_state, now() - i * interval '10 seconds', now(), now(), gen_random_uuid()::text from generate_series(1, 200000) i`);
await open.pool.query('vacuum analyze');
for (const [name, work] of Object.entries({
  counts: () => queue.counts(),
  countsNamed: () => queue.counts({ name: 'letter' }),
  first: () => queue.list({ state: 'failed', paging: { page: 1, pageSize: 20 } }),
  last: () => queue.list({ state: 'done', paging: { page: 8000, pageSize: 20 } }),
  middle: () => queue.list({ state: 'done', paging: { page: 4000, pageSize: 20 } }),
  none: () => queue.list({ state: 'waiting', paging: { page: 1, pageSize: 20 } }),
})) {
  await work();
  for (let i = 0; i < 3; i += 1) { 
  await new Promise((resolve) => setTimeout(resolve, 2100));
  const begin = performance.now();
   await work();
  console.log(name, (performance.now() - begin).toFixed(1), 'ms');}
}
await queue.stop(); await open.close(); await postgres.stop(); rmSync(folder, { recursive: true, force: true });
