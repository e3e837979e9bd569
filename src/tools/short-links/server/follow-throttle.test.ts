import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createTestServer,
  startTestServer,
  type TestServer,
} from '../../../platform/server/testing/test-server.ts';
import { shortLinksServer } from './index.ts';
import { flood } from './testing/flood.ts';
import { insertLink, readVisits } from './testing/insert-link.ts';

const tools = [shortLinksServer];
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ tools });
});
afterAll(() => server.stop());

const ask = (path: string, from: string, headers: Record<string, string> = {}, method = 'GET') =>
  server.visitor.fetch(method, path, { remoteAddress: from, headers });
const follow = (name: string, { from = '198.51.100.1', headers = {}, method = 'GET' } = {}) =>
  ask(`/r/${name}`, from, headers, method);
const resolve = (name: string, from = '198.51.100.1') => ask(`/api/r/${name}`, from);
const visitsOf = async (id: string, on = server) => (await readVisits(on.database, id))?.visits;

/** A different name for each test: memory outlives a row that is deleted directly. */
let names = 0;
function newName(): string {
  names += 1;
  return `link-${names}`;
}

test('a network may miss sixty times a minute, then has to wait, with a page or a problem response', async () => {
  const from = '192.0.2.1';
  for (let miss = 0; miss < 60; miss += 1) expect((await resolve(`guess-${miss}`, from)).status).toBe(404);
  const call = await resolve('guess', from);
  expect([call.status, call.body]).toMatchObject([429, { reason: 'too-many-misses' }]);
  expect(Number(call.headers['retry-after'])).toBeGreaterThan(0);
  expect(Number(call.headers['retry-after'])).toBeLessThanOrEqual(60);
  const page = await follow('guess', {
    from,
    headers: { 'sec-fetch-mode': 'navigate', accept: 'text/html' },
  });
  expect([page.status, page.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8']);
  expect((await resolve('guess', '192.0.2.2')).status).toBe(404);
});

test('hits are never throttled, for links in memory, for others, and for expired ones', async () => {
  const from = '192.0.2.3';
  await insertLink(server.database, { shortUrl: 'warm' });
  await follow('warm');
  for (let miss = 0; miss < 70; miss += 1) await resolve(`guess-${miss}`, from);
  await insertLink(server.database, { shortUrl: 'cold' });
  await insertLink(server.database, { shortUrl: 'over', expires: 'now()' });
  expect((await follow('warm', { from })).status).toBe(302);
  expect((await follow('cold', { from })).status).toBe(302);
  expect((await follow('over', { from })).status).toBe(410);
  expect((await follow('none', { from })).status).toBe(429);
});

test('hits use up no misses', async () => {
  const from = '192.0.2.4';
  for (let link = 0; link < 80; link += 1) {
    const shortUrl = newName();
    await insertLink(server.database, { shortUrl });
    expect((await follow(shortUrl, { from })).status).toBe(302);
  }
  expect((await resolve('guess', from)).status).toBe(404);
});

test('a scan of 2,000 guesses is throttled, costs few queries, and leaves visits alone', async () => {
  const scanned = await startTestServer({ tools });
  const id = await insertLink(scanned.database, { shortUrl: 'guess-777' });
  const address = await scanned.listen();
  const lookUps = async () => {
    const { rows } = await scanned.database.pool.query<{ queries: number }>(
      `select pg_stat_force_next_flush() as ignored, xact_commit as queries from pg_stat_database
       where datname = current_database()`,
    );
    return rows[0]?.queries ?? 0;
  };
  const before = await lookUps();
  const startedAt = performance.now();
  const statuses = await flood(address, 2_000, (index) => `/api/r/guess-${index}`);
  const seconds = (performance.now() - startedAt) / 1_000;
  expect(statuses).toEqual(
    new Map([
      [404, 60],
      [200, 1],
      [429, 1_939],
    ]),
  );
  // Sixty misses, twenty shared lookups a second, and what the server asks anyway.
  expect((await lookUps()) - before).toBeLessThan(60 + seconds * 20 + seconds * 40 + 100);
  await expect.poll(() => visitsOf(id, scanned)).toBe(1);
});
