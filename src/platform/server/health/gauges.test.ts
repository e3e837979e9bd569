import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { recordBackup } from '../backup/record-backup.ts';
import { backUp } from '../backup/testing/places.ts';
import { startTestServer } from '../testing/test-server.ts';

test('the queue and the connections are measured if metrics are on', async () => {
  const { quad, database } = await startTestServer({ variables: { QUAD_METRICS_PORT: '0' } });
  await database.pool.query(
    `insert into jobs.job (name, state, completed_on) values ('platform.clean-up', 'failed', now())`,
  );
  const text = await quad.platform.metrics.metrics();
  expect(text).toContain('quad_jobs{state="failed"} 1\n');
  expect(text).toContain('quad_database_connections{state="waiting"} 0\n');
  expect(text).toMatch(/quad_database_connections\{state="(busy|idle)"\} [1-9]/);
});

test('the version, the last backup, and the last run of each schedule are reported', async () => {
  const { quad, database } = await startTestServer({ variables: { QUAD_METRICS_PORT: '0' } });
  const read = async (name: string) =>
    (await quad.platform.metrics.getSingleMetric(name)?.get())?.values.map(({ labels, value }) => ({
      ...labels,
      value,
    }));
  expect(await read('quad_build_info')).toEqual([{ version: expect.any(String), value: 1 }]);
  expect(await read('quad_last_backup_timestamp_seconds')).toEqual([{ value: 0 }]);
  expect(await read('quad_schedule_last_success_timestamp_seconds')).toEqual([]);
  const { file, manifest } = await backUp(database.settings);
  await recordBackup(database.settings, manifest, 'tester');
  const { mtimeMs } = statSync(file);
  const [backup] = (await read('quad_last_backup_timestamp_seconds')) ?? [];
  expect(Math.abs((backup?.value ?? 0) - mtimeMs / 1000)).toBeLessThan(60);
  await database.pool.query(
    `insert into jobs.job (name, state, created_on, completed_on) values
       ('platform.clean-up', 'completed', to_timestamp(1000), to_timestamp(1001)),
       ('platform.clean-up', 'completed', to_timestamp(2000), to_timestamp(2002)),
       ('platform.clean-up', 'cancelled', to_timestamp(3000), to_timestamp(3003))`,
  );
  expect(await read('quad_schedule_last_success_timestamp_seconds')).toEqual([
    { schedule: 'platform.clean-up', value: 2002 },
  ]);
});

test('without the database the other metrics are still reported', async () => {
  const { quad, database } = await startTestServer({ variables: { QUAD_METRICS_PORT: '0' } });
  await database.pool.query('alter schema jobs rename to away; alter table audit_entries rename to away');
  const text = await quad.platform.metrics.metrics();
  expect(text).not.toMatch(/^quad_(jobs|last_backup|schedule)\S* /m);
  expect(text).toContain('process_resident_memory_bytes');
  await database.pool.query('alter schema away rename to jobs; alter table away rename to audit_entries');
});
