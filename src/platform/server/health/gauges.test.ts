import { expect, test } from 'vitest';
import { startTestServer } from '../testing/test-server.ts';

test('the queue and the connections are measured where metrics are wanted', async () => {
  const { quad, database } = await startTestServer({ variables: { QUAD_METRICS_PORT: '0' } });
  await database.pool.query(
    `insert into jobs.job (name, state, completed_on) values ('platform.clean-up', 'failed', now())`,
  );
  const text = await quad.platform.metrics.metrics();
  expect(text).toContain('quad_jobs{state="failed"} 1\n');
  expect(text).toContain('quad_database_connections{state="waiting"} 0\n');
  expect(text).toMatch(/quad_database_connections\{state="(busy|idle)"\} [1-9]/);
});

test('without the database the other figures are still told', async () => {
  const { quad, database } = await startTestServer({ variables: { QUAD_METRICS_PORT: '0' } });
  await database.pool.query('alter schema jobs rename to away');
  const text = await quad.platform.metrics.metrics();
  expect(text).not.toContain('quad_jobs{');
  expect(text).toContain('process_resident_memory_bytes');
  await database.pool.query('alter schema away rename to jobs');
});
