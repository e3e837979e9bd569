import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { countSignIns, readSearchForm, searchSignIns } from '../contract.ts';
import { createEmbeddedEvents } from './events/embedded.ts';
import { EngineFailure, type SignInEvents } from './events/sign-in-events.ts';
import { searchReportServer } from './index.ts';
import { createRetention } from './retention.ts';
import { searchReportRoutes } from './routes.ts';
import { toQuestion } from './search.ts';

let server: TestServer;
let it: TestClient;

beforeAll(async () => {
  server = await createTestServer({ tools: [searchReportServer] });
  it = await server.signIn('it');
});
afterAll(() => server.stop());
beforeEach(() => server.database.pool.query('delete from sign_in_events'));

const question = {
  domain: 'college.edu',
  inclusion: { start: '2026-09-01', end: '2026-09-30' },
  exclusion: { start: '2026-10-01', end: '2026-10-31' },
};
const add = (events: readonly (readonly [name: string, at: string])[], domain = 'college.edu') =>
  server.database.pool.query(
    `insert into sign_in_events (principal, domain, at)
     select name || '@' || $3, $3, at::timestamptz from unnest($1::text[], $2::text[]) made (name, at)`,
    [events.map(([name]) => name), events.map(([, at]) => at), domain],
  );

test('accounts with a sign-in during the inclusion and none during the exclusion; whole days of the college, both ends included', async () => {
  await add([
    ['first-minute', '2026-09-01T06:00:00Z'],
    ['last-minute', '2026-10-01T05:59:59.999Z'],
    ['last-minute', '2026-09-02T12:00:00Z'],
    ['minute-before', '2026-09-01T05:59:59Z'],
    ['both', '2026-09-10T12:00:00Z'],
    ['both', '2026-10-01T06:00:00Z'],
    ['last-excluded', '2026-09-10T12:00:00Z'],
    ['last-excluded', '2026-11-01T05:59:59Z'],
    ['later', '2026-09-10T12:00:00Z'],
    ['later', '2026-11-01T06:00:00Z'],
  ]);
  await add([['elsewhere', '2026-09-10T12:00:00Z']], 'other.edu');
  const entries = async () => {
    const { rows } = await server.database.pool.query(
      `select subject_id, after from audit_entries where action = 'search-report.export' order by at, id`,
    );
    return rows;
  };
  const before = (await entries()).length;
  const { status, text, headers } = await it.send(searchSignIns, {
    body: { ...question, domain: ' College.EDU' },
  });
  expect([status, text.split('\r\n')]).toEqual([
    200,
    [
      '\ufeffprincipal,first_seen,last_seen,events',
      'first-minute@college.edu,2026-09-01T06:00:00.000Z,2026-09-01T06:00:00.000Z,1',
      'last-minute@college.edu,2026-09-02T12:00:00.000Z,2026-10-01T05:59:59.999Z,2',
      'later@college.edu,2026-09-10T12:00:00.000Z,2026-09-10T12:00:00.000Z,1',
      '',
    ],
  ]);
  expect(headers['content-disposition']).toBe(
    'attachment; filename="signins-college.edu-20260901-20260930-not-20261001-20261031.csv"',
  );
  expect((await it.send(countSignIns, { body: question })).body).toEqual({
    data: { people: 3, keptSince: '2026-09-01' },
  });
  expect((await entries()).slice(before)).toEqual([
    {
      subject_id: 'college.edu',
      after: { inclusion: '2026-09-01 to 2026-09-30', exclusion: '2026-10-01 to 2026-10-31', people: 3 },
    },
  ]);
});

test('a question about days that the portal does not remember is answered, with a note about it', async () => {
  await add([
    ['kept', '2026-09-10T12:00:00Z'],
    ['later', '2026-10-20T12:00:00Z'],
  ]);
  const formOf = async () => (await it.send(readSearchForm, {})).body.data;
  expect(await formOf()).toEqual({ keptSince: '2026-09-11' });
  const nameOf = async (asked: Partial<typeof question>) => {
    const { status, headers } = await it.send(searchSignIns, { body: { ...question, ...asked } });
    expect(status).toBe(200);
    return headers['content-disposition'];
  };
  const recent = { start: '2026-09-11', end: '2026-09-30' };
  const old = { start: '2001-01-01', end: '2001-12-31' };
  expect(await nameOf({ inclusion: recent })).not.toContain('known-since');
  expect(await nameOf({ inclusion: recent, exclusion: old })).toContain('-known-since-20260911.csv');
  expect(await nameOf({ inclusion: { ...old, end: '2026-09-30' } })).toContain('-known-since-20260911.csv');
  await server.database.pool.query('delete from sign_in_events');
  expect((await formOf()).keptSince?.slice(0, 4)).toBe(String(new Date().getFullYear()));
});

test('no limit cuts a report: every account is listed once, however many are read at a time', async () => {
  const names = Array.from({ length: 23 }, (_one, at) => `a${String(at).padStart(2, '0')}`);
  await add(
    names.flatMap(
      (name) =>
        [
          [name, '2026-09-10T12:00:00Z'],
          [name, '2026-09-11T12:00:00Z'],
        ] as const,
    ),
  );
  const events = createEmbeddedEvents(server.quad.platform.reader, 5);
  const found: string[] = [];
  const { signal } = new AbortController();
  for await (const { accounts } of events.find(toQuestion(question, 'America/Boise'), signal))
    found.push(...accounts.map(({ principal }) => principal));
  expect(found).toEqual(names.map((name) => `${name}@college.edu`));
});

test.each([
  '*',
  'a OR *',
  '"}},{"',
  '..',
  '.edu',
  'college',
  'bücher.example',
  '-a.edu',
  `${'a'.repeat(5_000)}.edu`,
  '',
])('H01: the domain %.20j is refused at its field, and nothing is searched', async (domain) => {
  for (const call of [searchSignIns, countSignIns] as const) {
    const { status, body } = await it.send(call, { body: { ...question, domain } });
    expect([status, body]).toEqual([
      400,
      expect.objectContaining({ fields: { domain: expect.any(String) } }),
    ]);
  }
});

test('all five fields are required, and a span does not end before it starts', async () => {
  const sent = {
    domain: 'college.edu',
    inclusion: { start: '2026-09-02', end: '2026-09-01' },
    exclusion: {},
  };
  const { status, body } = await it.send(searchSignIns, { body: sent as never });
  expect([status, body]).toEqual([
    400,
    expect.objectContaining({
      fields: {
        'inclusion.end': 'The end is before the start.',
        'exclusion.start': 'Enter a date.',
        'exclusion.end': 'Enter a date.',
      },
    }),
  ]);
});

test('H03: a search that takes too long, or an engine that is broken, makes no file and says what to do', async () => {
  const answers = async (events: SignInEvents) => {
    const reports = { events, timeZone: 'America/Boise', patience: 100 };
    const slow = await createTestServer({
      tools: [{ ...searchReportServer, start: async () => ({ routes: searchReportRoutes(reports) }) }],
    });
    const client = await slow.signIn('it');
    const answer = await client.send(searchSignIns, { body: question });
    await slow.stop();
    return answer;
  };
  const others = { countAccounts: async () => 1, keptSince: async () => null };
  const late = await answers({
    ...others,
    async *find(_question, signal) {
      yield { accounts: [], read: 1 };
      await once(signal, 'abort');
      signal.throwIfAborted();
    },
  });
  expect([late.status, late.body]).toMatchObject([503, { reason: 'takes-too-long' }]);
  expect(late.text).toContain('Start it as a report');
  const broken = await answers({
    ...others,
    find: () => ({
      [Symbol.asyncIterator]: () => ({
        next: () => Promise.reject(new EngineFailure('shards are missing')),
      }),
    }),
  });
  expect([broken.status, broken.body]).toMatchObject([503, { reason: 'engine-down' }]);
  expect(broken.text).not.toContain('shards');
});

test('each sign-in to the portal is an event; events are removed when they are as old as the college keeps them', async () => {
  await server.signIn('staff');
  const all = `select principal, domain, now() - at < interval '1 minute' as "isNow" from sign_in_events`;
  expect((await server.database.pool.query(all)).rows).toEqual([
    { principal: 'staff@sawtooth.example', domain: 'sawtooth.example', isNow: true },
  ]);
  await add([['old', '2020-01-01T00:00:00Z']]);
  const job = createRetention(server.quad.platform, 400);
  expect(await job.run({}, {} as never)).toBe('1 sign-ins were removed.');
  expect((await server.database.pool.query(all)).rows).toHaveLength(1);
});
