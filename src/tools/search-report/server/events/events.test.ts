import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestServer, type TestServer } from '../../../../platform/server/testing/test-server.ts';
import { searchReportServer } from '../index.ts';
import { createElasticEvents } from './elastic/elastic-events.ts';
import { type Document, type Fault, type Kind, startFakeEngine } from './elastic/testing/fake-engine.ts';
import { createEmbeddedEvents } from './embedded.ts';
import { type Account, EngineFailure, type SignInEvents } from './sign-in-events.ts';

const principal = 'azure.signinlogs.properties.user_principal_name';
const fields = { principal, domain: 'user.domain' };
const question = {
  domain: 'college.edu',
  inclusion: { from: new Date('2026-09-01T06:00:00Z'), until: new Date('2026-10-01T06:00:00Z') },
  exclusion: { from: new Date('2026-10-01T06:00:00Z'), until: new Date('2026-11-01T06:00:00Z') },
};
const september = (minute: number) => new Date(Date.UTC(2026, 8, 10, 12, minute)).toISOString();
const october = '2026-10-10T12:00:00.000Z';

/** Name and time of sign-ins: 40 accounts of two sign-ins each, every fourth also in October. */
function* signIns(): Generator<[name: string, at: string]> {
  for (let at = 0; at < 40; at += 1) {
    const name = `account${String(at).padStart(2, '0')}@college.edu`;
    yield [name, september(1)];
    yield [name, september(at)];
    if (at % 4 === 0) yield [name, october];
  }
}
function* documents(): Generator<Document> {
  const usual = {
    'user.domain': 'college.edu',
    'event.category': 'authentication',
    'event.outcome': 'success',
  };
  for (const [name, at] of signIns()) yield { ...usual, [principal]: name, '@timestamp': at };
  yield {
    ...usual,
    [principal]: 'failed@college.edu',
    'event.outcome': 'failure',
    '@timestamp': september(1),
  };
  yield { ...usual, [principal]: 'other@other.edu', 'user.domain': 'other.edu', '@timestamp': september(1) };
}

async function all(events: SignInEvents, signal = new AbortController().signal): Promise<Account[]> {
  const found: Account[] = [];
  for await (const { accounts } of events.find(question, signal)) found.push(...accounts);
  return found;
}
const expected = Array.from({ length: 40 }, (_one, at) => at)
  .filter((at) => at % 4 !== 0)
  .map((at) => ({
    principal: `account${String(at).padStart(2, '0')}@college.edu`,
    firstSeen: new Date(september(1)),
    lastSeen: new Date(september(Math.max(1, at))),
    events: 2,
  }));

const engines: Awaited<ReturnType<typeof startFakeEngine>>[] = [];
afterEach(async () => {
  await Promise.all(engines.splice(0).map((engine) => engine.stop()));
});

async function engineOf(kind: Kind, made: () => Iterable<Document> = documents) {
  const engine = await startFakeEngine(kind, made);
  engines.push(engine);
  const settings = {
    url: engine.url,
    authorization: 'ApiKey c2VjcmV0',
    index: 'logs-azure.signinlogs-*',
    fields,
  };
  return { engine, events: createElasticEvents(settings, 7) };
}

describe('the portal itself', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({ tools: [searchReportServer] });
    const rows = [...signIns()];
    await server.database.pool.query(
      `insert into sign_in_events select name, 'college.edu', at::timestamptz from unnest($1::text[], $2::text[]) x (name, at)`,
      [rows.map(([name]) => name), rows.map(([, at]) => at)],
    );
  });
  afterAll(() => server.stop());

  test('finds every account once, and knows how many there are', async () => {
    const events = createEmbeddedEvents(server.quad.platform.reader, 7);
    expect(await all(events)).toEqual(expected);
    expect(await events.countAccounts(question, new AbortController().signal)).toBe(40);
    expect(await events.keptSince()).toEqual(new Date(september(0)));
  });
});

describe.each<Kind>(['elasticsearch', 'opensearch', 'no-point-in-time'])('%s', (kind) => {
  test('finds every account once, and closes what it opened', async () => {
    const { engine, events } = await engineOf(kind);
    expect(await all(events)).toEqual(expected);
    expect(await events.countAccounts(question, new AbortController().signal)).toBe(40);
    expect(await events.keptSince()).toBeNull();
    expect(engine.openPits.size).toBe(0);
    expect(engine.received.every(({ authorization }) => authorization === 'ApiKey c2VjcmV0')).toBe(true);
  });
});

test('a search is what the interface documents, and a domain is nothing but a term', async () => {
  const { engine, events } = await engineOf('elasticsearch');
  await all(events);
  const [open, first, second] = engine.received;
  expect(open).toMatchObject({ method: 'POST', path: '/logs-azure.signinlogs-*/_pit?keep_alive=2m' });
  const time = (gte: string, lt: string) => ({ range: { '@timestamp': { gte, lt } } });
  const inclusion = time('2026-09-01T06:00:00.000Z', '2026-10-01T06:00:00.000Z');
  const exclusion = time('2026-10-01T06:00:00.000Z', '2026-11-01T06:00:00.000Z');
  expect(first?.body).toEqual({
    size: 0,
    track_total_hits: false,
    pit: { id: 'pit-1', keep_alive: '2m' },
    query: {
      bool: {
        filter: [
          { terms: { 'user.domain': ['college.edu', 'College.edu', 'College.Edu', 'COLLEGE.EDU'] } },
          { term: { 'event.category': 'authentication' } },
          { term: { 'event.outcome': 'success' } },
          { bool: { minimum_should_match: 1, should: [inclusion, exclusion] } },
        ],
      },
    },
    aggs: {
      p: {
        composite: { size: 7, sources: [{ principal: { terms: { field: principal } } }] },
        aggs: {
          inc: {
            filter: inclusion,
            aggs: { first: { min: { field: '@timestamp' } }, last: { max: { field: '@timestamp' } } },
          },
          exc: { filter: exclusion },
        },
      },
    },
  });
  expect(second?.body).toMatchObject({
    aggs: { p: { composite: { after: { principal: 'account06@college.edu' } } } },
  });
});

test.each(['college.edu', 'College.edu', 'College.Edu', 'COLLEGE.EDU'])(
  'accounts of a domain that the engine has as %s are found',
  async (domain) => {
    const one = { 'event.category': 'authentication', 'event.outcome': 'success', 'user.domain': domain };
    const { events } = await engineOf('elasticsearch', () => [
      { ...one, [principal]: `ada@${domain}`, '@timestamp': september(1) },
    ]);
    expect(await all(events)).toMatchObject([{ principal: 'ada@college.edu' }]);
  },
);

test('names that differ only in case are one account', async () => {
  const made = () =>
    [
      ['ADA@college.edu', september(5)],
      ['ada@college.edu', september(1)],
      ['Bo@college.edu', september(1)],
      ['bo@college.edu', october],
    ].map(([name = '', at = '']) => ({
      'user.domain': 'college.edu',
      'event.category': 'authentication',
      'event.outcome': 'success',
      [principal]: name,
      '@timestamp': at,
    }));
  const { events } = await engineOf('elasticsearch', made);
  expect(await all(events)).toEqual([
    {
      principal: 'ada@college.edu',
      firstSeen: new Date(september(1)),
      lastSeen: new Date(september(5)),
      events: 2,
    },
  ]);
});

test.each<[Fault, number]>([
  ['partial', 3],
  ['skipped-shard', 2],
  ['timed-out', 3],
  ['down', 2],
  ['cut', 3],
  ['refused', 1],
])('H03: an engine that is %s gives no answer at all, never a part of one', async (fault, from) => {
  const { engine, events } = await engineOf('elasticsearch');
  engine.plan(fault, from);
  await expect(all(events)).rejects.toBeInstanceOf(EngineFailure);
});

test('H03: a point in time that expires and an engine that is briefly busy lose no account', async () => {
  const expiring = await engineOf('opensearch');
  expiring.engine.plan('expired', 3, 1);
  expect(await all(expiring.events)).toEqual(expected);
  const busy = await engineOf('elasticsearch');
  busy.engine.plan('busy', 2, 1);
  expect(await all(busy.events)).toEqual(expected);
});

test('H03: only a few megabytes of an endless response are read', async () => {
  const { engine, events } = await engineOf('elasticsearch');
  engine.plan('endless', 2);
  await expect(all(events)).rejects.toMatchObject({ cause: { name: 'ResponseTooLarge' } });
});

test('H03: a slow engine is given up on once the person has waited long enough', {
  tags: 'long',
}, async () => {
  const { engine, events } = await engineOf('elasticsearch');
  engine.plan('slow', 2);
  await expect(all(events, AbortSignal.timeout(200))).rejects.toMatchObject({ name: 'TimeoutError' });
});
