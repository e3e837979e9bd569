import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { addRaLog, listRaLogs, reviewRaLog, reviewRaLogs } from '../contract.ts';
import { raLogsServer } from './index.ts';

let server: TestServer;
let ra: TestClient;
let reslife: TestClient;
const missing = '0198a000-0000-7000-8000-00000000dead';

beforeAll(async () => {
  server = await createTestServer({ tools: [raLogsServer] });
  ra = await server.signIn('ra');
  reslife = await server.signIn('reslife');
});
afterAll(() => server.stop());
beforeEach(() => server.database.pool.query('delete from ra_logs'));

async function file(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let log = 0; log < count; log += 1)
    ids.push((await ra.send(addRaLog, { body: { building: 'Finney' } })).body.data._id);
  return ids;
}
const unreviewed = async () =>
  (await reslife.send(listRaLogs, { query: { page: 1, reviewed: 'false' } as never })).body.meta.total;
const reviewsOf = async (ids: readonly string[]) =>
  (
    await server.database.pool.query<{ subject_id: string }>(
      `select subject_id from audit_entries where action = 'ra-log.review' and subject_id = any($1)`,
      [ids],
    )
  ).rows.map(({ subject_id }) => subject_id);

test('several logs are reviewed with one request, which reports the result for each and may be repeated', async () => {
  const [first = '', second = '', third = ''] = await file(3);
  const it = await server.signIn('it');
  await it.send(reviewRaLog, { params: { id: second }, body: {} });
  const ids = [third, second, missing, first, first];
  const request = { body: { ids }, headers: { 'idempotency-key': 'ten-at-once' } };
  const { status, body } = await reslife.send(reviewRaLogs, request);
  expect(status).toBe(200);
  expect(body.data).toEqual([
    { _id: third, outcome: 'reviewed', detail: null },
    {
      _id: second,
      outcome: 'already-reviewed',
      detail: expect.stringMatching(/^iris\.thornwell already reviewed this log, on /),
    },
    { _id: missing, outcome: 'not-found', detail: 'This log does not exist.' },
    { _id: first, outcome: 'reviewed', detail: null },
  ]);
  expect(await unreviewed()).toBe(0);
  expect((await reslife.send(reviewRaLogs, request)).body).toEqual(body);
  expect((await reviewsOf([first, second, third])).toSorted()).toEqual([first, second, third].toSorted());
});

test('no one else may, and an empty or too long list is refused', async () => {
  const [id = ''] = await file(1);
  expect((await ra.send(reviewRaLogs, { body: { ids: [id] } })).status).toBe(403);
  for (const ids of [[], Array.from({ length: 101 }, () => id), ['x']])
    expect((await reslife.send(reviewRaLogs, { body: { ids } })).status).toBe(400);
  expect(await unreviewed()).toBe(1);
});

test('two people who review the same logs at once share them, and each log has one review', async () => {
  const ids = await file(12);
  const it = await server.signIn('it');
  const answers = await Promise.all([
    reslife.send(reviewRaLogs, { body: { ids }, headers: { 'idempotency-key': 'one' } }),
    it.send(reviewRaLogs, { body: { ids: ids.toReversed() }, headers: { 'idempotency-key': 'other' } }),
  ]);
  const won = answers.flatMap(({ body }) => body.data.filter(({ outcome }) => outcome === 'reviewed'));
  expect(won.map(({ _id }) => _id).toSorted()).toEqual(ids.toSorted());
  expect(await reviewsOf(ids)).toHaveLength(12);
});
