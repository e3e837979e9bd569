import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { addRaLog, assignFollowUp, closeFollowUp, listRaLogs, type RaLog, reviewRaLog } from '../contract.ts';
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
  // One person may ask for follow-up only so often within an hour.
  await server.database.pool.query('delete from ra_logs');
  log = await file({ followUp: true });
});

async function file(body: { followUp?: boolean }) {
  return (await ra.send(addRaLog, { body: { building: 'Simplot', ...body } })).body.data;
}
/** Assigned to an address without a question: whether the portal knows it is tested elsewhere. */
const assign = (by: TestClient, body: { owner: string; version?: number }, id = log._id) =>
  by.send(assignFollowUp, { params: { id }, body: { ...body, confirmed: true } });
const close = (by: TestClient, closingNote = 'Repaired.', id = log._id) =>
  by.send(closeFollowUp, { params: { id }, body: { closingNote } });
const find = async (id: string) =>
  (await it.send(listRaLogs, { query: { page: 1, pageSize: 100 } })).body.data.find(({ _id }) => _id === id);
const actionsOf = async (id: string) =>
  (
    await server.database.pool.query(
      'select action, before, after, sensitive from audit_entries where subject_id = $1 order by id',
      [id],
    )
  ).rows;

describe('a follow-up', () => {
  test('is open for reviewers, and for no one else', async () => {
    expect(log.can).toEqual({ review: false, assignFollowUp: false, closeFollowUp: false });
    expect((await find(log._id))?.can).toEqual({ review: true, assignFollowUp: true, closeFollowUp: true });
    for (const name of ['ra', 'student', 'staff']) {
      const person = await server.signIn(name);
      expect((await assign(person, { owner: 'it@sawtooth.example' })).status).toBe(403);
      expect((await close(person)).status).toBe(404);
    }
    expect((await find(log._id))?.followUpTask).toMatchObject({ owner: null, closed: false });
  });

  test('is assigned, reassigned, and unassigned', async () => {
    for (const [owner, version] of [
      ['Facilities@sawtooth.example', 2],
      ['it@sawtooth.example', 3],
      ['', 4],
    ] as const) {
      const { status, body } = await assign(reslife, { owner });
      expect([status, body.data.followUpTask?.owner, body.data.version]).toEqual([
        200,
        owner || null,
        version,
      ]);
    }
    expect((await actionsOf(log._id)).map(({ action }) => action)).toEqual([
      'ra-log.create',
      'ra-log.assign-follow-up',
      'ra-log.assign-follow-up',
      'ra-log.assign-follow-up',
    ]);
    expect((await actionsOf(log._id))[2]).toMatchObject({
      before: { follow_up_owner: 'Facilities@sawtooth.example' },
      after: { follow_up_owner: 'it@sawtooth.example' },
    });
  });

  test.each([
    'nobody',
    'a@b',
    'x@y.z\r\nBcc: a@evil.example',
    'a b@sawtooth.example',
    `${'x'.repeat(300)}@a.example`,
  ])('is not assigned to %j', async (owner) => {
    expect(await assign(reslife, { owner })).toMatchObject({
      status: 400,
      body: { fields: { owner: expect.any(String) } },
    });
  });

  test('is closed with a note, by the account, once', async () => {
    await assign(reslife, { owner: 'it@sawtooth.example' });
    const { status, body } = await close(reslife, ' Facilities changed the lock. ');
    expect(status).toBe(200);
    expect(body.data.followUpTask).toEqual({
      ticket: null,
      owner: 'it@sawtooth.example',
      closed: true,
      closingNote: 'Facilities changed the lock.',
      closedBy: 'Rosalie Fenn Hale',
      closedOn: expect.any(String),
    });
    expect(Math.abs(Date.parse(body.data.followUpTask?.closedOn ?? '') - Date.now())).toBeLessThan(60_000);
    expect(body.data.can).toEqual({ review: true, assignFollowUp: false, closeFollowUp: false });
    for (const late of [close(it), assign(it, { owner: '' })]) {
      expect(await late).toMatchObject({
        status: 409,
        body: {
          reason: 'already-closed',
          detail: expect.stringMatching(/^Rosalie Fenn Hale already closed this follow-up, on \w+ \d/),
        },
      });
    }
    expect(await find(log._id)).toEqual(body.data);
    const entry = (await actionsOf(log._id)).at(-1);
    expect(entry).toMatchObject({
      action: 'ra-log.close-follow-up',
      after: { closed_by: 'Rosalie Fenn Hale' },
    });
    expect(JSON.stringify(entry)).not.toContain('changed the lock');
  });

  test.each(['', '   '])('is not closed with the note %j', async (closingNote) => {
    expect(await close(reslife, closingNote)).toMatchObject({
      status: 400,
      body: { fields: { closingNote: 'Enter what was done.' } },
    });
  });

  test('of a log that needs none does not exist', async () => {
    const quiet = await file({});
    for (const answer of [close(reslife, 'Done.', quiet._id), assign(reslife, { owner: '' }, quiet._id)]) {
      expect(await answer).toMatchObject({ status: 409, body: { reason: 'no-follow-up' } });
    }
    expect(await find(quiet._id)).toMatchObject({ followUpTask: null, version: 1 });
  });

  test('of fifty closings at once is closed by one', async () => {
    const closers = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? reslife : it));
    const answers = await Promise.all(closers.map((closer, index) => close(closer, `Note ${index}`)));
    const won = answers.filter(({ status }) => status === 200);
    expect([won.length, answers.filter(({ status }) => status === 409).length]).toEqual([1, 49]);
    expect(await find(log._id)).toEqual(won[0]?.body.data);
  });
});

describe('when two people see the same log', () => {
  test('the second one to assign learns that it has changed', async () => {
    await assign(reslife, { owner: 'it@sawtooth.example', version: 1 });
    expect(await assign(it, { owner: 'reslife@sawtooth.example', version: 1 })).toMatchObject({
      status: 409,
      body: { reason: 'stale-version' },
    });
    expect((await assign(it, { owner: 'reslife@sawtooth.example', version: 2 })).status).toBe(200);
  });

  test('one may assign while the other reviews', async () => {
    await reslife.send(reviewRaLog, { params: { id: log._id }, body: {} });
    const answer = await assign(it, { owner: 'reslife@sawtooth.example', version: 1 });
    expect(answer).toMatchObject({ status: 200, body: { data: { version: 3, reviewed: true } } });
    expect((await assign(it, { owner: '', version: 2 })).status).toBe(409);
  });

  test('a version that never existed is refused', async () => {
    expect((await assign(it, { owner: '', version: 9 })).status).toBe(409);
  });
});
