import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ask } from '../harness/ask.ts';
import { buildScreensOnce, type Instance } from '../harness/instance.ts';
import { type SmallProxy, startProxy } from '../harness/proxy.ts';
import { temporaryFolder } from '../harness/quad.ts';
import { createRandom } from '../harness/random.ts';
import { endAll } from '../harness/scope.ts';
import { servedOldFor } from '../src/platform/server/testing/served-old-for.ts';
import { createTestDatabase, type TestDatabase } from '../src/platform/server/testing/test-database.ts';
import { faultsOf, startCrowd } from './instances/crowd.ts';
import {
  databaseAt,
  type Place,
  signIn,
  signInAt,
  startAll,
  startAt,
  timeUntil,
  twoPorts,
} from './instances/place.ts';
import type { Portal } from './writes/writer.ts';

let database: TestDatabase;
let proxy: SmallProxy;
let place: Place;
let portal: Portal;
let [first, second]: Instance[] = [];

beforeAll(async () => {
  await buildScreensOnce();
  database = await createTestDatabase();
  // As empty as a college's own database on the first start.
  await database.pool.query('drop schema public cascade; create schema public');
  const ports = await twoPorts();
  proxy = await startProxy(ports);
  const { host, port, user, database: name } = database.settings;
  const databaseUrl = `postgresql://${user}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`;
  place = { databaseUrl, ports, publicUrl: proxy.url, dataFolder: await temporaryFolder() };
  [first, second] = await startAll(place);
  portal = await signInAt(proxy.url);
});
afterAll(async () => {
  await endAll();
  await database.drop();
});

const passing = (instance: Instance | undefined) => instance?.url ?? '';
const statusAt = async (instance: Instance | undefined, path: string, cookie?: string) =>
  (await ask(`${passing(instance)}${path}`, { headers: cookie === undefined ? {} : { cookie } })).status;

test('two instances that start at the same moment on an empty database migrate it once and declare each schedule once', async () => {
  const { rows } = await database.pool.query(`
    select (select count(*)::int from kysely_migration) as applied,
      (select count(*)::int from jobs.schedule) as schedules,
      (select count(distinct name)::int from jobs.schedule) as scheduled,
      (select count(*)::int from short_links) as links,
      (select count(distinct long_url)::int from short_links) as targets`);
  const [{ applied, schedules, scheduled, links, targets }] = rows;
  expect(applied).toBe(readdirSync('migrations').filter((name) => name.endsWith('.ts')).length);
  expect(schedules).toBe(scheduled);
  expect(links).toBe(targets);
});

test('a session is valid on both, and when one ends it, it is dead on the other at once', async () => {
  const cookie = await signIn(passing(first), 'staff', proxy.url);
  const account = '/api/auth/account';
  expect([await statusAt(first, account, cookie), await statusAt(second, account, cookie)]).toEqual([
    200, 200,
  ]);
  const logout = {
    method: 'GET',
    headers: { cookie, 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
  } as const;
  expect((await ask(`${passing(second)}/api/auth/providers/demo/logout`, logout)).status).toBe(303);
  expect([await statusAt(first, account, cookie), await statusAt(second, account, cookie)]).toEqual([
    401, 401,
  ]);
});

test('a link that one instance changes and deletes is followed correctly on the other within a second', async () => {
  const headers = { cookie: portal.cookies.it, origin: proxy.url, 'content-type': 'application/json' };
  const links = `${passing(first)}/api/redirects`;
  const write = (method: 'POST' | 'PUT', url: string, longUrl: string) =>
    ask(url, { method, headers, body: JSON.stringify({ shortUrl: 'shared', longUrl }) });
  const added = await write('POST', links, 'https://old.sawtooth.example/');
  const id = JSON.parse(added.body).data._id;
  const follow = () => ask(`${passing(second)}/r/shared`);
  expect((await follow()).location).toBe('https://old.sawtooth.example/');
  await write('PUT', `${links}/${id}`, 'https://new.sawtooth.example/');
  expect(
    await servedOldFor(async () => (await follow()).location === 'https://new.sawtooth.example/'),
  ).toBeLessThan(1_000);
  await ask(`${links}/${id}`, { method: 'DELETE', headers });
  expect(await servedOldFor(async () => (await follow()).status === 404)).toBeLessThan(1_000);
});

test('nothing acknowledged is lost when an instance is killed, and only its requests without a key fail', {
  tags: 'long',
}, async () => {
  const crowd = startCrowd(portal, 'killed', createRandom(1));
  await timeUntil(async () => crowd.answered() > 100);
  await second?.kill();
  const before = crowd.answered();
  await timeUntil(async () => crowd.answered() > before + 200);
  second = await startAt(place, second?.port ?? 0);
  await crowd.stop();
  expect(crowd.failed.filter(({ repeatable }) => repeatable)).toEqual([]);
  // The other instance let no one down: the failed requests were on their way to the killed one.
  expect(crowd.failed.map(({ what }) => what)).toEqual(proxy.met.lost);
  expect(crowd.failed.length).toBeLessThan(5);
  expect(await faultsOf(crowd, databaseAt(place.databaseUrl))).toEqual([]);
});

test('a rolling restart fails no request and cuts no connection', { tags: 'long' }, async () => {
  const { resets, lastAnswers } = proxy.met;
  const crowd = startCrowd(portal, 'rolling', createRandom(2));
  for (const port of place.ports) {
    await timeUntil(async () => crowd.answered() > 50);
    const instance = port === first?.port ? first : second;
    await instance?.terminate();
    const again = await startAt(place, port);
    if (port === first?.port) first = again;
    else second = again;
  }
  const before = crowd.answered();
  await timeUntil(async () => crowd.answered() > before + 50);
  await crowd.stop();
  expect(crowd.failed).toEqual([]);
  expect(await faultsOf(crowd, databaseAt(place.databaseUrl))).toEqual([]);
  expect(proxy.met.resets - resets).toBe(0);
  expect(proxy.met.lastAnswers - lastAnswers).toBeGreaterThan(0);
});
