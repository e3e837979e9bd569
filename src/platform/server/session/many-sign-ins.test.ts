import { expect, test } from 'vitest';
import { TestClient } from '../testing/test-client.ts';
import { startTestServer } from '../testing/test-server.ts';

test('2,000 people from one address all sign in', { tags: 'long', timeout: 120_000 }, async () => {
  const crowd = await startTestServer();
  const names = ['it', 'staff', 'faculty', 'student', 'ra', 'fgd'];
  let wave = 0;
  const worker = async () => {
    while (wave < 2_000) {
      wave += 1;
      await crowd.signIn(names[wave % names.length] ?? 'it');
    }
  };
  await Promise.all(Array.from({ length: 40 }, worker));
  const { count } = await crowd.database.database
    .selectFrom('sessions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  expect(count).toBeGreaterThanOrEqual(2_000);
});

test('people beyond what can be served are asked to try again, and the others get in', {
  tags: 'long',
  timeout: 60_000,
}, async () => {
  const crowd = await startTestServer();
  const { pool } = crowd.quad.database;
  const attempts = () =>
    Promise.all(
      Array.from({ length: 30 }, () =>
        new TestClient(crowd.quad.app).fetch('POST', '/api/auth/providers/demo/login', {
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: 'email=staff%40sawtooth.example',
        }),
      ),
    );
  // No lock and no slow statement: there is simply no connection left, as under a crowd.
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  for (const { status, headers } of await attempts()) {
    expect([status, Number(headers['retry-after']) > 0]).toEqual([503, true]);
  }
  const patient = attempts();
  expect((await crowd.visitor.fetch('GET', '/health/ready')).status).toBe(200);
  for (const connection of taken) connection.release();
  expect(new Set((await patient).map(({ status }) => status))).toEqual(new Set([303]));
});
