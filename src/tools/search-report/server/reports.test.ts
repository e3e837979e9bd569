import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import * as calls from '../contract.ts';
import { searchReportServer } from './index.ts';
import { createRetention } from './retention.ts';

let server: TestServer;
let it: TestClient;
const question = {
  domain: 'college.edu',
  inclusion: { start: '2026-09-01', end: '2026-09-30' },
  exclusion: { start: '2026-10-01', end: '2026-10-31' },
};

beforeAll(async () => {
  server = await createTestServer({ tools: [searchReportServer] });
  it = await server.signIn('it');
  await server.signIn('staff');
  await server.database.pool.query(
    `insert into sign_in_events select 'a' || n || '@college.edu', 'college.edu', '2026-09-10' from generate_series(1, 12) n`,
  );
});
afterAll(() => server.stop());

test('a report is made in the background, listed, downloaded, and removed after 30 days; its file is the same as at once', async () => {
  const started = (await it.send(calls.startReport, { body: question })).body.data;
  expect(started).toMatchObject({ state: 'waiting', question, people: null });
  const list = async () => (await it.send(calls.listReports, { query: { page: 1 } })).body.data;
  await vi.waitFor(
    async () => expect(await list()).toMatchObject([{ id: started.id, state: 'done', people: 12 }]),
    {
      timeout: 20_000,
      interval: 100,
    },
  );
  const file = await it.send(calls.downloadReport, { params: { id: started.id } });
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
  await server.database.pool.query(`update search_reports set asked_at = now() - interval '31 days'`);
  await createRetention(server.quad.platform, 400).run({}, {} as never);
  expect(await list()).toEqual([]);
  expect((await it.send(calls.downloadReport, { params: { id: started.id } })).status).toBe(404);
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
  expect((await it.send(calls.removeSavedQuestion, { params: { id } })).status).toBe(204);
});
