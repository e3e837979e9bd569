import { afterAll, beforeAll, expect, test } from 'vitest';
import { mostRowsRead } from '../../../platform/server/testing/most-rows-read.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { listAuditEntries } from '../contract.ts';
import { auditServer } from './index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ tools: [auditServer] });
  // In most colleges, files are downloaded all day and rarely published.
  await server.database.pool.query(`
    insert into audit_entries (id, at, actor_kind, actor_name, action, subject_type, subject_id, after)
    select gen_random_uuid(), now() - make_interval(mins => i), 'system', 'test',
      case when i > 29990 then 'lamp.publish' when i % 7 = 0 then 'lamp.download' else 'room.read-' || i % 7 end,
      'lamp', i::text, jsonb_build_object('text', repeat('x', 400))
    from generate_series(1, 30000) as i`);
  await server.database.pool.query('vacuum analyze audit_entries');
});
afterAll(() => server.stop());

test.each([
  ['lamp', 'lamp.download'],
  ['lamp.publish', 'lamp.publish'],
])('a page of the action "%s" is not looked for in the whole log', async (action, newest) => {
  const it = await server.signIn('it');
  const read = async () => {
    const { status, body } = await it.send(listAuditEntries, { query: { action, page: 1, pageSize: 25 } });
    expect([status, body.data[0]?.action]).toEqual([200, newest]);
  };
  expect(await mostRowsRead(server.database.pool, 'order by at desc', read)).toBeLessThan(100);
});

test('the days narrow an action down', async () => {
  const it = await server.signIn('it');
  const day = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString().slice(0, 10);
  const query = { action: 'lamp', from: day(20_000), to: day(15_000), page: 1, pageSize: 100 } as const;
  const { body } = await it.send(listAuditEntries, { query });
  expect(body.data.length).toBeGreaterThan(50);
  for (const { at } of body.data) {
    expect(at > day(20_000 + 1_440)).toBe(true);
    expect(at < day(15_000 - 2 * 1_440)).toBe(true);
  }
});
