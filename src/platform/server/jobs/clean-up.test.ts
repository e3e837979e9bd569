import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { openTestDatabase } from '../testing/test-database.ts';
import { createCleanUp } from './clean-up.ts';

test('expired sessions, counters and keys are removed, live ones stay', async () => {
  const database = await openTestDatabase();
  const person = '0198a000-0000-7000-8000-000000000001';
  await database.pool.query(
    `insert into idempotency_keys (person_id, call, key, body_hash, created_at) values
       ($1, 'createLink', 'ended', '', now() - interval '30 days 1 minute'),
       ($1, 'createLink', 'lives', '', now() - interval '29 days 23 hours')`,
    [person],
  );
  await database.pool.query(`
    insert into throttle_counters (key, window_start, count) values
      ('ended', now() - interval '25 hours', 3), ('lives', now() - interval '23 hours', 3)`);
  const expire = vi.fn(async () => 2);
  const mail = { cleanUp: vi.fn(async () => undefined) };
  const job = createCleanUp({ unaudited: () => database.database, sessions: { expire }, mail });
  await job.run({}, { log: pino({ level: 'silent' }), signal: new AbortController().signal });
  const left = await database.pool.query(
    'select key from idempotency_keys union all select key from throttle_counters',
  );
  expect(left.rows).toEqual([{ key: 'lives' }, { key: 'lives' }]);
  expect(expire).toHaveBeenCalledTimes(1);
  expect(mail.cleanUp).toHaveBeenCalledTimes(1);
});
