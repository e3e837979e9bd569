import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { addRaLog, listMyRaLogs, listRaLogs } from '../contract.ts';
import { raLogsServer } from './index.ts';

let server: TestServer;
let ra: TestClient;
let reslife: TestClient;

beforeAll(async () => {
  server = await createTestServer({ tools: [raLogsServer] });
  ra = await server.signIn('ra');
  reslife = await server.signIn('reslife');
});
afterAll(() => server.stop());

const minutes = 60_000;
const days = 24 * 60 * minutes;
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();
const countLogs = async () =>
  (await server.database.pool.query('select count(*) as logs from ra_logs')).rows[0].logs as number;

describe('a log', () => {
  test('needs a building and nothing else, and what is not sent is No or empty', async () => {
    const before = Date.now();
    const { status, body } = await ra.send(addRaLog, { body: { building: 'Anderson' } });
    expect(status).toBe(201);
    expect(body.data).toEqual({
      _id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/),
      building: 'Anderson',
      followUp: false,
      fireExtinguishers: false,
      exitDoors: false,
      safetyConcerns: '',
      warnings: '',
      reports: '',
      comments: '',
      createdAt: expect.any(String),
      writtenAt: null,
      submittedBy: 'ra@sawtooth.example',
      reviewed: false,
      reviewedOn: null,
      reviewedBy: null,
      followUpTask: null,
      version: 1,
      can: { review: false, closeFollowUp: false, assignFollowUp: false },
    });
    expect(Math.abs(Date.parse(body.data.createdAt) - before)).toBeLessThan(1 * minutes);
  });

  test('with everything in it is returned as it was sent, first in the list', async () => {
    const log = {
      building: 'Vorhees',
      followUp: true,
      fireExtinguishers: true,
      exitDoors: true,
      safetyConcerns: 'Ice on the steps.',
      warnings: 'Two.',
      reports: 'One.',
      comments: 'Quiet\nnight.',
    };
    const { body } = await ra.send(addRaLog, { body: log });
    expect(body.data).toMatchObject(log);
    expect(body.data.followUpTask).toEqual({
      ticket: null,
      owner: null,
      closed: false,
      closingNote: null,
      closedBy: null,
      closedOn: null,
    });
    const listed = await reslife.send(listRaLogs, { query: { page: 1, pageSize: 1 } });
    expect(listed.body.data[0]).toMatchObject({ _id: body.data._id, ...log });
  });

  test.each(['Ketchup', 'Mustard', 'Sawtooth-Owyhee', 'Atlantis', 'anderson', 'Anderson%', 'All'])(
    'of %s is refused: the form does not offer it',
    async (building) => {
      const before = await countLogs();
      expect(await ra.send(addRaLog, { body: { building } })).toMatchObject({
        status: 400,
        body: { reason: 'unknown-building', fields: { building: expect.any(String) } },
      });
      expect(await countLogs()).toBe(before);
    },
  );

  test.each([{}, { building: '' }, { building: '  ' }, { building: null }, { building: ['Anderson'] }])(
    'without a building (%j) is refused at the field',
    async (body) => {
      expect(await ra.send(addRaLog, { body: body as never })).toMatchObject({
        status: 400,
        body: { fields: { building: expect.any(String) } },
      });
    },
  );

  test.each([
    { followUp: 'true' },
    { followUp: 1 },
    { exitDoors: null },
    { fireExtinguishers: [] },
    { comments: 7 },
    { comments: ['a'] },
    { warnings: { a: 1 } },
  ])('with %j is refused at that field', async (wrong) => {
    const answer = await ra.send(addRaLog, { body: { building: 'Anderson', ...wrong } as never });
    expect(answer).toMatchObject({
      status: 400,
      body: { fields: { [Object.keys(wrong)[0] ?? '']: expect.any(String) } },
    });
  });

  test('adds one audit entry, in which free texts are not readable', async () => {
    const { body } = await ra.send(addRaLog, {
      body: { building: 'Finney', safetyConcerns: 'a secret concern', comments: 'a secret comment' },
    });
    const { rows } = await server.database.pool.query('select * from audit_entries where subject_id = $1', [
      body.data._id,
    ]);
    expect(rows).toMatchObject([
      {
        action: 'ra-log.create',
        actor_name: 'Arlo Benning',
        before: null,
        after: { building: 'Finney', submitted_by: 'ra@sawtooth.example', follow_up: false },
        sensitive: expect.any(String),
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain('a secret');
  });
});

describe('who filed it', () => {
  test.each(['reslife@sawtooth.example', 'someone', '01980000-0000-7000-8000-000000000000'])(
    'cannot be someone else: %s',
    async (submittedBy) => {
      const before = await countLogs();
      const answer = await ra.send(addRaLog, { body: { building: 'Anderson', submittedBy } });
      expect(answer.status).toBe(403);
      expect(await countLogs()).toBe(before);
    },
  );

  test('may be named, in any case, and is the account', async () => {
    const { status, body } = await ra.send(addRaLog, {
      body: { building: 'Anderson', submittedBy: ' RA@Sawtooth.Example ' },
    });
    expect([status, body.data.submittedBy]).toEqual([201, 'ra@sawtooth.example']);
  });

  test('sees only their own logs, no matter what the address says', async () => {
    await reslife.send(addRaLog, { body: { building: 'Hayman' } });
    const own = await ra.fetch(
      'GET',
      '/api/departments/residence-life/resident-assistants/my-logs?page=1&pageSize=100&submittedBy=reslife',
    );
    const { data } = own.body as { data: { submittedBy: string }[] };
    expect(data.length).toBeGreaterThan(0);
    expect(new Set(data.map(({ submittedBy }) => submittedBy))).toEqual(new Set(['ra@sawtooth.example']));
  });

  test('keeps them when the email address changes, but the next person with the address does not get them', async () => {
    const rename = (from: string, to: string) =>
      server.database.pool.query('update people set email = $2 where email = $1', [
        `${from}@sawtooth.example`,
        `${to}@sawtooth.example`,
      ]);
    const it2 = await server.signIn('it2');
    await it2.send(addRaLog, { body: { building: 'Anderson' } });
    await rename('it2', 'married');
    await it2.send(addRaLog, { body: { building: 'Anderson' } });
    const mine = await it2.send(listMyRaLogs, { query: { page: 1 } });
    expect(mine.body.meta.total).toBe(2);
    expect(mine.body.data[0]?.submittedBy).toBe('married@sawtooth.example');
    await reslife.send(addRaLog, { body: { building: 'Hayman' } });
    await rename('reslife', 'it2');
    const others = await reslife.send(listMyRaLogs, { query: { page: 1, pageSize: 100 } });
    await rename('it2', 'reslife');
    expect(others.body.data.length).toBeGreaterThan(0);
    expect(others.body.data.every(({ building }) => building === 'Hayman')).toBe(true);
  });
});

describe('a log that was written offline', () => {
  test.each([
    ['an hour ago', 60 * minutes],
    ['almost seven days ago', 7 * days - minutes],
    ['by a clock that is a minute ahead', -1 * minutes],
  ])('is accepted when it was written %s, and says so', async (_when, age) => {
    const writtenAt = ago(age);
    const { status, body } = await ra.send(addRaLog, { body: { building: 'Anderson', writtenAt } });
    expect([status, body.data?.writtenAt]).toEqual([201, writtenAt]);
  });

  test.each([
    ['written-too-early', 7 * days + minutes],
    ['written-in-future', -3 * minutes],
    ['written-in-future', -30 * days],
    ['written-too-early', 20 * 365 * days],
  ])('is refused as %s', async (reason, age) => {
    const answer = await ra.send(addRaLog, { body: { building: 'Anderson', writtenAt: ago(age) } });
    expect(answer).toMatchObject({
      status: 400,
      body: { reason, fields: { writtenAt: expect.any(String) } },
    });
  });

  test.each([
    '',
    'yesterday',
    '2026-11-21',
    '2026-13-01T00:00:00Z',
    '2026-11-21T08:00:00',
    '1999-01-01T00:00:00Z',
    '9999-01-01T00:00:00Z',
    1_795_000_000_000,
    null,
  ])('is refused at the field when its time is %j', async (writtenAt) => {
    const answer = await ra.send(addRaLog, { body: { building: 'Anderson', writtenAt: writtenAt as never } });
    expect(answer).toMatchObject({ status: 400, body: { fields: { writtenAt: expect.any(String) } } });
  });
});

describe('sent with an Idempotency-Key', () => {
  const body = { building: 'Simplot', followUp: true, comments: 'from the basement' };
  const send = (key: string) => ra.send(addRaLog, { body, headers: { 'idempotency-key': key } });

  test('twice, there is one log and the same response', async () => {
    const before = await countLogs();
    const [first, second] = [await send('one'), await send('one')];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(await countLogs()).toBe(before + 1);
  });

  test('twenty times at once, there is one log and one email to send', async () => {
    const before = await countLogs();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send('many')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    const [id, ...others] = new Set(answers.map((answer) => answer.body.data._id));
    expect(others).toEqual([]);
    expect(await countLogs()).toBe(before + 1);
    const { rows } = await server.database.pool.query(
      `select from jobs.job where name = 'ra-logs.follow-up-notice' and data->'logIds' ? $1`,
      [id],
    );
    expect(rows).toHaveLength(1);
  });

  test("a person's first twenty logs at once are twenty logs of one person", async () => {
    const it = await server.signIn('it');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => it.send(addRaLog, { body: { building: 'Finney' } })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect((await it.send(listMyRaLogs, { query: { page: 1 } })).body.meta.total).toBe(20);
  });
});
