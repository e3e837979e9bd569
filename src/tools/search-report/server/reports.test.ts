import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { JobFailure } from '../../../platform/server/jobs/job-failure.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import * as calls from '../contract.ts';
import { EngineFailure, type SignInEvents } from './events/sign-in-events.ts';
import { searchReportServer } from './index.ts';
import { createMakeReport } from './make-report.ts';
import { createRetention } from './retention.ts';

let server: TestServer;
let dataFolder: string;
let it: TestClient;
const question = {
  domain: 'college.edu',
  inclusion: { start: '2026-09-01', end: '2026-09-30' },
  exclusion: { start: '2026-10-01', end: '2026-10-31' },
};

beforeAll(async () => {
  dataFolder = mkdtempSync(path.join(os.tmpdir(), 'quad-search-report-'));
  server = await createTestServer({ tools: [searchReportServer], variables: { QUAD_DATA: dataFolder } });
  it = await server.signIn('it');
  await server.signIn('staff');
  await server.database.pool.query(
    `insert into sign_in_events select 'a' || n || '@college.edu', 'college.edu', '2026-09-10' from generate_series(1, 12) n`,
  );
});
afterAll(async () => {
  await server.stop();
  rmSync(dataFolder, { recursive: true, force: true });
});
// Asking again returns the report that is still being made.
beforeEach(() =>
  server.database.pool.query(
    `delete from search_reports; delete from jobs.job where name = 'search-report.make'`,
  ),
);

test('a report is made in the background, listed, downloaded, and removed after 30 days; its file is the same as at once', async () => {
  const it2 = await server.signIn('it2');
  const started = (await it2.send(calls.startReport, { body: question })).body.data;
  expect(started).toMatchObject({ state: 'waiting', question, people: null });
  const list = async () => (await it.send(calls.listReports, { query: { page: 1 } })).body.data;
  await vi.waitFor(
    async () => expect(await list()).toMatchObject([{ id: started.id, state: 'done', people: 12 }]),
    {
      timeout: 20_000,
      interval: 100,
    },
  );
  const file = await it2.send(calls.downloadReport, { params: { id: started.id } });
  const direct = await it.send(calls.searchSignIns, { body: question });
  expect([file.text, file.headers['content-disposition']]).toEqual([
    direct.text,
    direct.headers['content-disposition'],
  ]);
  const { rows } = await server.database.pool.query(
    `select action, actor_kind from audit_entries where subject_id = $1 order by at`,
    [started.id],
  );
  expect(rows).toEqual([
    { action: 'search-report.start', actor_kind: 'person' },
    { action: 'search-report.make', actor_kind: 'system' },
    { action: 'search-report.read', actor_kind: 'person' },
  ]);
  expect((await list())[0]).toMatchObject({ total: 12, keptSince: '2026-09-10' });
  const { data } = await server.quad.platform.jobs.list({
    name: 'search-report.make',
    paging: { page: 1, pageSize: 10 },
  });
  expect(data).toMatchObject([{ about: 'college.edu' }]);
  const emails = async () => {
    const names = readdirSync(path.join(dataFolder, 'mail')).filter((name) => name.endsWith('.eml'));
    const all = await Promise.all(
      names.map((name) => PostalMime.parse(readFileSync(path.join(dataFolder, 'mail', name)))),
    );
    return all.filter(({ to }) => to?.[0]?.address === 'it2@sawtooth.example');
  };
  await vi.waitFor(async () => expect(await emails()).toHaveLength(1), { timeout: 20_000, interval: 100 });
  expect((await emails())[0]).toMatchObject({
    subject: '[Quad] Your search report is ready',
    text: expect.stringContaining('/integrations/elastic-search/reports'),
  });
  const next = (await it2.send(calls.startReport, { body: question })).body.data;
  await server.database.pool.query(
    `update search_reports set asked_at = now() - interval '31 days' where id = $1`,
    [started.id],
  );
  await createRetention(server.quad.platform, 400).run({}, {} as never);
  expect((await list()).map(({ id }) => id)).toEqual([next.id]);
  expect((await it.send(calls.downloadReport, { params: { id: started.id } })).status).toBe(404);
});

test('a report says why a try failed, that it is being tried again, and nothing about a stop', async () => {
  const { platform } = server.quad;
  let breakOff = () => {};
  const events: SignInEvents = {
    countAccounts: async () => 3,
    keptSince: async () => null,
    async *find() {
      yield { accounts: [], read: 1 };
      breakOff();
      throw new EngineFailure('timed out');
    },
  };
  const reports = { events, timeZone: 'America/Boise', patience: 1_000 };
  const { id } = (await it.send(calls.startReport, { body: question })).body.data;
  const shown = async () => (await it.send(calls.listReports, { query: { page: 1 } })).body.data[0];
  await vi.waitFor(async () => expect((await shown())?.state).toBe('done'), {
    timeout: 20_000,
    interval: 100,
  });
  const setJob = (from: string, to: string) =>
    server.database.pool.query(`update jobs.job set state = $2 where data->>'id' = $3 and state = $1`, [
      from,
      to,
      id,
    ]);
  await vi.waitFor(async () => expect((await setJob('completed', 'active')).rowCount).toBe(1), {
    timeout: 20_000,
    interval: 100,
  });
  await server.database.pool.query(
    `update search_reports set state = 'running', ended_at = null where id = $1`,
    [id],
  );
  expect((await shown())?.state).toBe('running');
  // Its server was killed in the last try.
  await setJob('active', 'failed');
  expect(await shown()).toMatchObject({ state: 'failed', reason: 'It was stopped before it was done.' });
  await setJob('failed', 'active');
  const job = createMakeReport(platform, reports);
  const tryWith = (signal: AbortSignal) => job.run({ id }, { signal, log: platform.log });
  const reason = 'The search engine gave an incomplete answer.';
  await expect(tryWith(new AbortController().signal)).rejects.toThrow(`${reason} (timed out)`);
  expect(await shown()).toMatchObject({ id, state: 'waiting', reason, endedAt: null, total: 3 });
  // That was its last try.
  await setJob('active', 'failed');
  expect(await shown()).toMatchObject({ id, state: 'failed', reason });
  await setJob('failed', 'active');
  for (const [cause, expected] of [
    [new Error('The server is stopping.'), { state: 'running', reason: null }],
    [new JobFailure('It took too long.'), { state: 'waiting', reason: 'It took too long.' }],
  ] as const) {
    const cutOff = new AbortController();
    breakOff = () => cutOff.abort(cause);
    await expect(tryWith(cutOff.signal)).rejects.toThrow();
    expect(await shown()).toMatchObject(expected);
  }
});

test('a report that is made, or fails, changes no other one, and none that another instance has made', async () => {
  const { platform } = server.quad;
  const { data: own } = (await it.send(calls.startReport, { body: question })).body;
  const { data: other } = (await it.send(calls.startReport, { body: { ...question, domain: 'other.edu' } }))
    .body;
  const list = async () => (await it.send(calls.listReports, { query: { page: 1 } })).body.data;
  const stateOf = async (id: string) => (await list()).find((report) => report.id === id)?.state;
  for (const { id } of [own, other]) await expect.poll(() => stateOf(id), { timeout: 20_000 }).toBe('done');
  const set = (id: string, state: 'running' | 'done') =>
    server.database.pool.query(
      `update search_reports set state = $2, people = null, ended_at = now() where id = $1`,
      [id, state],
    );
  const rowOf = async (id: string) =>
    (await server.database.pool.query('select * from search_reports where id = $1', [id])).rows[0];
  await set(other.id, 'running');
  const before = await rowOf(other.id);
  let isBroken = true;
  const events: SignInEvents = {
    countAccounts: async () => 3,
    keptSince: async () => null,
    async *find() {
      yield { accounts: [], read: 1 };
      if (isBroken) await set(own.id, 'done');
      if (isBroken) throw new EngineFailure('timed out');
    },
  };
  const job = createMakeReport(platform, { events, timeZone: 'America/Boise', patience: 1_000 });
  const run = async () => {
    await set(own.id, 'running');
    return job.run({ id: own.id }, { signal: new AbortController().signal, log: platform.log });
  };
  await expect(run()).rejects.toThrow('timed out');
  expect(await rowOf(own.id)).toMatchObject({ state: 'done', reason: null });
  isBroken = false;
  await run();
  expect(await rowOf(own.id)).toMatchObject({ state: 'done', people: 0 });
  expect(await rowOf(other.id)).toEqual(before);
});

test('a question is saved under a name, once for each person', async () => {
  const save = (name: string, domain: string) =>
    it.send(calls.saveQuestion, { body: { name, question: { ...question, domain } } });
  await save('Left in fall', 'college.edu');
  const { id } = (await save('LEFT in fall', 'other.edu')).body.data;
  expect((await it.send(calls.listSavedQuestions, {})).body.data).toEqual([
    { id, name: 'LEFT in fall', question: { ...question, domain: 'other.edu' } },
  ]);
  const give = (email: string) =>
    server.database.pool.query(
      'update search_questions set owner_id = (select id from people where email = $1)',
      [email],
    );
  await give('staff@sawtooth.example');
  expect((await it.send(calls.listSavedQuestions, {})).body.data).toEqual([]);
  expect((await it.send(calls.removeSavedQuestion, { params: { id } })).status).toBe(404);
  await give('it@sawtooth.example');
  const { data: other } = (await save('Left in spring', 'college.edu')).body;
  expect((await it.send(calls.removeSavedQuestion, { params: { id } })).status).toBe(204);
  expect((await it.send(calls.listSavedQuestions, {})).body.data).toEqual([other]);
});

test('a report that is started fifty times at once is one report until it is ready', async () => {
  const holder = await server.database.pool.connect();
  try {
    // So that none of them is made in the meantime.
    await holder.query('begin; lock table sign_in_events in access exclusive mode');
    const start = (client: TestClient) => client.send(calls.startReport, { body: question });
    const all = await Promise.all(Array.from({ length: 50 }, () => start(it)));
    expect(new Set(all.map(({ status, body: { data } }) => `${status} ${data.id}`)).size).toBe(1);
    const { rows } = await holder.query(
      `select id from search_reports where state in ('waiting', 'running')`,
    );
    expect(rows).toEqual([{ id: all[0]?.body.data.id }]);
  } finally {
    await holder.query('rollback');
    holder.release();
  }
});
