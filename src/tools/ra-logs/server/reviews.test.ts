import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { addRaLog, assignFollowUp, listRaLogs, type RaLog, reviewRaLog } from '../contract.ts';
import { raLogsServer } from './index.ts';

let server: TestServer;
let ra: TestClient;
let reslife: TestClient;
let it: TestClient;
let log: RaLog;

beforeAll(async () => {
  server = await createTestServer({ tools: [raLogsServer] });
  ra = await server.signIn('ra');
  reslife = await server.signIn('reslife');
  it = await server.signIn('it');
});
afterAll(() => server.stop());
beforeEach(async () => {
  log = (await ra.send(addRaLog, { body: { building: 'Anderson' } })).body.data;
});

const review = (by: TestClient, body: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  by.send(reviewRaLog, { params: { id: log._id }, body, headers });
const find = async (id: string) =>
  (await it.send(listRaLogs, { query: { page: 1, pageSize: 100 } })).body.data.find(({ _id }) => _id === id);
const auditOf = async (id: string) =>
  (
    await server.database.pool.query(
      `select action, actor_name, before, after from audit_entries where subject_id = $1 and action = 'ra-log.review'`,
      [id],
    )
  ).rows;

describe('a review', () => {
  test('carries the server’s time and the account’s name in lower case, words joined by dots', async () => {
    const before = Date.now() - 1;
    const { status, body } = await review(reslife, { reviewed: true });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      _id: log._id,
      reviewed: true,
      reviewedBy: 'rosalie.fenn.hale',
      version: 2,
      can: { review: false },
    });
    const at = Date.parse(body.data.reviewedOn ?? '');
    expect(at).toBeGreaterThanOrEqual(before);
    expect(at).toBeLessThanOrEqual(Date.now() + 1);
    expect(await find(log._id)).toEqual(body.data);
  });

  test.each([
    { reviewedOn: '1999-01-01T00:00:00Z' },
    { reviewedBy: 'someone.else' },
    { reviewed: true, reviewedOn: '2999-01-01', reviewedBy: 'it@sawtooth.example' },
    { reviewedOn: 17, reviewedBy: { $ne: null } },
    { reviewedOn: null, reviewedBy: ['a'] },
  ])('is not affected by what the body claims: %j', async (body) => {
    const answer = await review(reslife, body);
    expect(answer).toMatchObject({ status: 200, body: { data: { reviewedBy: 'rosalie.fenn.hale' } } });
    expect(Math.abs(Date.parse(answer.body.data.reviewedOn ?? '') - Date.now())).toBeLessThan(60_000);
  });

  test.each([false, 'false'])(
    'cannot be undone: reviewed %j is refused before and after',
    async (reviewed) => {
      expect(await review(reslife, { reviewed })).toMatchObject({
        status: 400,
        body: { reason: 'cannot-unreview' },
      });
      expect(await find(log._id)).toMatchObject({ reviewed: false, version: 1 });
      await review(reslife);
      expect(await review(it, { reviewed })).toMatchObject({
        status: 400,
        body: { reason: 'cannot-unreview' },
      });
      expect(await find(log._id)).toMatchObject({ reviewed: true, reviewedBy: 'rosalie.fenn.hale' });
    },
  );

  test('a second time says who was first and when', async () => {
    const { body } = await review(reslife);
    for (const late of [it, reslife]) {
      const answer = await review(late);
      expect(answer).toMatchObject({ status: 409, body: { reason: 'already-reviewed' } });
      const at = new Intl.DateTimeFormat('en-US', {
        timeZone: 'America/Boise',
        dateStyle: 'medium',
        timeStyle: 'short',
      }).format(new Date(body.data.reviewedOn ?? ''));
      const { detail } = answer.body as unknown as { detail: string };
      expect(detail).toMatch(/^rosalie\.fenn\.hale already reviewed this log, on /);
      expect(detail.replace(/\s+/g, ' ')).toContain(at.replace(/\s+/g, ' '));
    }
    expect(await find(log._id)).toEqual(body.data);
    expect(await auditOf(log._id)).toHaveLength(1);
  });

  test('adds one entry about what changed', async () => {
    await review(reslife);
    expect(await auditOf(log._id)).toEqual([
      {
        action: 'ra-log.review',
        actor_name: 'Rosalie Fenn Hale',
        before: { reviewed_by: null, reviewed_on: null },
        after: { reviewed_by: 'rosalie.fenn.hale', reviewed_on: expect.any(String) },
      },
    ]);
  });

  test('of a log that changed since it was read is refused, and accepted for the current version', async () => {
    const { data } = (await ra.send(addRaLog, { body: { building: 'Anderson', followUp: true } })).body;
    const params = { id: data._id };
    await it.send(assignFollowUp, { params, body: { owner: 'it@sawtooth.example' } });
    const send = (version: unknown) =>
      reslife.send(reviewRaLog, { params, body: { reviewed: true, version } as never });
    for (const version of [1, 3, -1]) {
      expect(await send(version)).toMatchObject({ status: 409, body: { reason: 'stale-version' } });
    }
    for (const version of ['2', 1.5, null]) expect((await send(version)).status).toBe(400);
    expect(await find(data._id)).toMatchObject({ reviewed: false, version: 2 });
    expect(await send(2)).toMatchObject({ status: 200, body: { data: { version: 3 } } });
    expect(await send(2)).toMatchObject({ status: 409, body: { reason: 'already-reviewed' } });
  });

  test('of a log that does not exist is not found', async () => {
    for (const id of [uuid(), 'nonsense', '1', "' or 1=1"]) {
      expect((await reslife.send(reviewRaLog, { params: { id }, body: {} })).status).toBe(404);
    }
  });

  test('repeated with its Idempotency-Key gives the first response, not a refusal', async () => {
    const first = await review(reslife, {}, { 'idempotency-key': 'again' });
    const second = await review(reslife, {}, { 'idempotency-key': 'again' });
    expect(second).toMatchObject({ status: 200, body: first.body });
  });
});

test('of fifty reviews at once, one wins, and the others learn who won', async () => {
  const reviewers = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? reslife : it));
  const answers = await Promise.all(reviewers.map((reviewer) => review(reviewer)));
  const won = answers.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  const winner = won[0]?.body.data;
  const lost = answers.filter(({ status }) => status === 409);
  expect(lost).toHaveLength(49);
  for (const { body } of lost) {
    expect(body).toMatchObject({
      detail: expect.stringContaining(`${winner?.reviewedBy} already reviewed this log`),
    });
  }
  expect(await find(log._id)).toEqual(winner);
  expect(await auditOf(log._id)).toHaveLength(1);
});

test('fifty reviews of fifty logs of one assistant at once all count', async () => {
  const before = (await it.send(listRaLogs, { query: { page: 1, reviewed: 'true' } })).body.meta.total ?? 0;
  const logs = await Promise.all(
    Array.from({ length: 50 }, () => ra.send(addRaLog, { body: { building: 'Hayman' } })),
  );
  const answers = await Promise.all(
    logs.map(({ body }) => reslife.send(reviewRaLog, { params: { id: body.data._id }, body: {} })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const after = await it.send(listRaLogs, { query: { page: 1, reviewed: 'true' } });
  expect(after.body.meta.total).toBe(before + 50);
});

test.each(['ra', 'student', 'staff', 'faculty', 'business'])('%s may not review', async (name) => {
  const answer = await review(await server.signIn(name));
  expect(answer.status).toBe(403);
  expect((await review(server.visitor)).status).toBe(401);
  expect(await find(log._id)).toMatchObject({ reviewed: false });
});
