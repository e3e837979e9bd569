import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { byPermission } from '../change/verdict.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { startTestServer } from '../testing/test-server.ts';
import { createAuditRetention } from './retain-audit.ts';

const context = { log: pino({ level: 'silent' }), signal: new AbortController().signal };

/** Entries of these ages, each named after its age. */
const addEntries = `
  insert into audit_entries (id, at, actor_kind, actor_name, action, subject_type, subject_id, sensitive)
  select gen_random_uuid(), now() - age::interval, 'system', 'test', 'thing.create', 'thing', age, 'sealed'
  from unnest($1::text[]) age`;
const ages = ['8 years', '7 years 1 day', '6 years 360 days', '2 years 1 day', '1 year 360 days'];
const left = `select subject_id as age, sensitive from audit_entries where actor_name = 'test' order by at`;

test.each([1, 2, 10_000])(
  'old entries are deleted, and earlier their sensitive part, %i at a time',
  async (piece) => {
    const database = await openTestDatabase();
    await database.pool.query(addEntries, [ages]);
    const retention = { keepYears: 7, keepSensitiveYears: 2 };
    const job = createAuditRetention(() => database.database, retention, piece);
    expect(await job.run({}, context)).toBe('4 audit entries were removed or lost their sensitive data.');
    expect((await database.pool.query(left)).rows).toEqual([
      { age: '6 years 360 days', sensitive: null },
      { age: '2 years 1 day', sensitive: null },
      { age: '1 year 360 days', sensitive: 'sealed' },
    ]);
    expect(await job.run({}, context)).toMatch(/^0 audit entries/);
  },
);

test('a running portal does it every night, for as long as the college keeps entries', async () => {
  const { quad, database } = await startTestServer();
  const schedules = await database.pool.query(
    `select cron, timezone from jobs.schedule where name = 'platform.retain-audit'`,
  );
  expect(schedules.rows).toEqual([{ cron: '41 4 * * *', timezone: 'America/Boise' }]);
  await database.pool.query(addEntries, [ages]);
  const origin = {
    actor: { kind: 'system', name: 'clock' },
    clientAddress: null,
    requestId: randomUUID(),
  } as const;
  await quad.platform.change.changeAs(origin)(async ({ demand, record, enqueue }) => {
    demand(byPermission);
    record({ action: 'clock.strike', subject: { type: 'clock', id: '1', columns: {} } });
    await enqueue({ name: 'platform.retain-audit', data: z.object({}) }, {});
  });
  await vi.waitFor(
    async () => expect((await database.pool.query(left)).rows.map(({ age }) => age)).toEqual(ages.slice(2)),
    { timeout: 15_000, interval: 100 },
  );
});
