import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../platform/server/testing/test-database.ts';
import {
  createTestServer,
  startTestServer,
  type TestServer,
} from '../../../platform/server/testing/test-server.ts';
import * as calls from '../contract.ts';
import { shortLinksServer } from './index.ts';
import { flood } from './testing/flood.ts';
import { insertLink, readVisits } from './testing/insert-link.ts';
import { takeAway } from './testing/outage.ts';

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

test('every GET is counted, no HEAD is', async () => {
  const shortUrl = newName();
  const id = await insertLink(server.database, { shortUrl });
  const before = Date.now();
  expect((await follow(shortUrl, { method: 'HEAD' })).status).toBe(302);
  expect((await server.visitor.fetch('HEAD', `/api/r/${shortUrl}`)).status).toBe(200);
  for (let visit = 0; visit < 3; visit += 1) await follow(shortUrl);
  await expect.poll(() => visitsOf(id)).toBe(3);
  const row = await readVisits(server.database, id);
  const lastVisit = row?.last_visit_at?.getTime() ?? 0;
  expect(lastVisit).toBeGreaterThan(before - 1_000);
  expect(lastVisit).toBeLessThan(Date.now() + 1_000);
});

test('a prefetch gets a response and is not counted, whatever the browser calls it', async () => {
  const shortUrl = newName();
  const id = await insertLink(server.database, { shortUrl });
  const marks = [
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
    { 'x-purpose': 'preview' },
  ];
  for (const headers of [...marks, { 'x-moz': 'prefetch' }]) {
    expect((await follow(shortUrl, { headers })).status).toBe(302);
    expect((await ask(`/api/r/${shortUrl}`, '198.51.100.1', headers)).status).toBe(200);
  }
  // Visits are written in order: once this one is there, an earlier one would be too.
  await follow(shortUrl);
  await expect.poll(() => visitsOf(id)).toBe(1);
});

test('a slash after the name changes nothing', async () => {
  const shortUrl = newName();
  await insertLink(server.database, { shortUrl });
  await insertLink(server.database, { shortUrl: `${shortUrl}-over`, expires: 'now()' });
  const names = [`${shortUrl}/`, `${shortUrl}/?utm=1`, `${shortUrl}-over/`, 'nothing/', `${shortUrl}//`];
  const answers = await Promise.all(names.map(async (name) => (await follow(name)).status));
  expect(answers).toEqual([302, 302, 410, 404, 404]);
});

test('an unknown name is a 404 with the screen, and for the call a 404 with its reason', async () => {
  const page = await follow('nothing');
  expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  expect(page.text).toContain('quad-data');
  const call = await resolve('nothing');
  expect([call.status, call.body]).toMatchObject([404, { reason: 'unknown' }]);
});

test('an expired link is a 410 with the screen, and for the call a 410 with its reason, and counts no visit', async () => {
  const shortUrl = newName();
  const id = await insertLink(server.database, { shortUrl, expires: "now() - interval '1 hour'" });
  for (let twice = 0; twice < 2; twice += 1) {
    expect((await follow(shortUrl)).status).toBe(410);
    expect((await follow(shortUrl, { method: 'HEAD' })).status).toBe(410);
    const call = await resolve(shortUrl);
    expect([call.status, call.body]).toMatchObject([410, { reason: 'expired' }]);
  }
  expect(await visitsOf(id)).toBe(0);
});

test('what a person changes here takes effect at once: target, expiry, deletion, a new link under the name', async () => {
  const it = await server.signIn('it');
  const body = { shortUrl: 'Fresh', longUrl: 'https://example.com/1' };
  const { data } = (await it.send(calls.createLink, { body })).body;
  const params = { id: data._id };
  const leadsTo = async () => {
    const answer = await follow('fresh');
    return answer.headers.location ?? answer.status;
  };
  expect(await leadsTo()).toBe('https://example.com/1');
  await it.send(calls.changeLink, { params, body: { longUrl: 'https://example.com/2' } });
  expect(await leadsTo()).toBe('https://example.com/2');
  const past = '2020-01-01T00:00:00Z';
  await it.send(calls.changeLink, {
    params,
    body: { longUrl: 'https://example.com/2', expirationDate: past },
  });
  expect(await leadsTo()).toBe(410);
  await it.send(calls.deleteLink, { params });
  expect(await leadsTo()).toBe(404);
  await it.send(calls.createLink, { body: { ...body, longUrl: 'https://example.com/3' } });
  expect(await leadsTo()).toBe('https://example.com/3');
});

test('10,000 hits in parallel, on two instances, are counted exactly, and a stop loses none', {
  tags: 'long',
}, async () => {
  const database = await createTestDatabase();
  onTestFinished(() => database.drop());
  const ids = await Promise.all(['a', 'b', 'c', 'd'].map((shortUrl) => insertLink(database, { shortUrl })));
  const instances = [
    await createTestServer({ tools, database }),
    await createTestServer({ tools, database }),
  ];
  const addresses = await Promise.all(instances.map((instance) => instance.listen()));
  const answers = await Promise.all(
    addresses.map((address) => flood(address, 5_000, (index) => `/r/${'abcd'[index % 4]}`)),
  );
  expect(answers).toEqual([new Map([[302, 5_000]]), new Map([[302, 5_000]])]);
  // Without waiting for a batch: the stop itself has to write the last ones.
  for (const instance of instances) await instance.stop();
  for (const id of ids) {
    const row = await readVisits(database, id);
    expect(row?.visits).toBe(2_500);
    expect(Object.values(row?.days ?? {}).reduce((sum, one) => sum + one, 0)).toBe(2_500);
  }
});

test('without the database a link works for a second, then the response is 503, then it works again', async () => {
  const away = await startTestServer({ tools });
  const id = await insertLink(away.database);
  const status = async () => (await away.visitor.fetch('GET', '/r/link')).status;
  expect(await status()).toBe(302);
  const giveBack = await takeAway(away.database);
  await expect.poll(status, { timeout: 5_000 }).toBe(503);
  const problem = await away.visitor.fetch('GET', '/api/r/link');
  expect([problem.status, Number(problem.headers['retry-after'])]).toEqual([503, expect.any(Number)]);
  const headers = { 'sec-fetch-mode': 'navigate', accept: 'text/html' };
  const page = await away.visitor.fetch('GET', '/r/link', { headers });
  expect([page.status, page.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
  await giveBack();
  await expect.poll(status, { timeout: 10_000 }).toBe(302);
  await expect.poll(() => visitsOf(id, away), { timeout: 5_000 }).toBeGreaterThanOrEqual(2);
});

test('redirects are counted in the metrics and leave no line in the log', async () => {
  const logLines: Record<string, unknown>[] = [];
  const logged = await startTestServer({ tools, logLines });
  await insertLink(logged.database);
  for (let visit = 0; visit < 5; visit += 1) await logged.visitor.fetch('GET', '/r/link');
  expect(logLines.filter(({ route }) => route === '/r/:shortUrl')).toEqual([]);
  const metrics = await logged.quad.platform.metrics.metrics();
  expect(metrics).toContain('quad_quiet_answers_total{route="/r/:shortUrl",status="302"} 5');
});
