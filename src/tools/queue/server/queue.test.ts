import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../../platform/contract/tool.ts';
import { listWaiting } from '../../../platform/contract/waiting.ts';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { defineJob } from '../../../platform/server/jobs/job.ts';
import { JobFailure } from '../../../platform/server/jobs/job-failure.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import {
  createTestServer,
  startTestServer,
  type TestServer,
} from '../../../platform/server/testing/test-server.ts';
import { defineServerTool } from '../../../platform/server/tool/server-tool.ts';
import { countJobs, discardJob, type Job, listJobs, queueCalls, retryJob } from '../contract.ts';
import { queueServer } from './index.ts';

const patience = { timeout: 15_000, interval: 50 };
const unknownId = '0198a000-0000-7000-8000-000000000000';

/** Whether the test tool's job fails. */
let letterFails = true;
const letter = defineJob({
  name: 'letters.send',
  title: 'Send a letter',
  data: z.object({ to: z.string() }),
  retries: 0,
  limitSeconds: 60,
  async run() {
    if (letterFails) throw new JobFailure('The mail server rejected the email.');
  },
  about: async (letters) => letters.map(({ to }) => `To a reader with ${to.length} characters`),
});
const letters = defineServerTool({
  tool: defineTool({ id: 'letters', title: 'Letters', permissions: {}, screens: {}, tiles: [] }),
  calls: {},
  start: async () => ({ routes: [], jobs: [letter] }),
});

let server: TestServer;
let it: TestClient;

beforeAll(async () => {
  server = await createTestServer({ tools: [queueServer, letters] });
  it = await server.signIn('it');
});
afterAll(() => server.stop());
beforeEach(() => server.database.pool.query(`delete from jobs.job where name = 'letters.send'`));

async function sendLetter(options: { startAfterSeconds?: number } = {}): Promise<void> {
  await server.quad.platform.change.changeAsSystem('test')(async (unit) => {
    unit.demand(byPermission);
    unit.record({ action: 'letter.write', subject: { type: 'letter', id: 'one', columns: {} } });
    await unit.enqueue(letter, { to: 'ada@sawtooth.example' }, options);
  });
}

async function find(state: Job['state']): Promise<Job[]> {
  const { body } = await it.send(listJobs, { query: { state, name: 'letter', page: 1, pageSize: 100 } });
  return body.data;
}

/**
 * Enqueues a job.
 * @returns The job when it has reached the state
 */
async function letterIn(state: Job['state'], options: { startAfterSeconds?: number } = {}): Promise<Job> {
  const before = new Set((await find(state)).map(({ id }) => id));
  await sendLetter(options);
  return vi.waitFor(async () => {
    const job = (await find(state)).find(({ id }) => !before.has(id));
    if (job === undefined) throw new Error(`No letter is ${state} yet.`);
    return job;
  }, patience);
}

test.each(Object.values(queueCalls))('$name is for IT', async (call) => {
  const request = { params: { id: unknownId } } as never;
  const student = await server.signIn('student');
  expect((await server.visitor.send(call, request)).status).toBe(401);
  expect((await student.send(call, request)).status).toBe(403);
  expect((await it.send(call, request)).status).toBe(call.method === 'GET' ? 200 : 404);
});

test('a failed job is shown with its reason but without its data, and can be retried', async () => {
  letterFails = true;
  const failed = await letterIn('failed');
  expect(failed).toMatchObject({
    title: 'Send a letter',
    about: 'To a reader with 20 characters',
    tries: 1,
    reason: 'The mail server rejected the email.',
    can: { retry: true, discard: true },
  });
  expect(JSON.stringify(failed)).not.toContain('ada@');
  letterFails = false;
  const answer = await it.send(retryJob, { params: { id: failed.id } });
  expect(answer).toMatchObject({ status: 200, body: { data: { id: failed.id, state: 'waiting' } } });
  await vi.waitFor(
    async () => expect((await find('done')).map(({ id }) => id)).toContain(failed.id),
    patience,
  );
  expect(await auditOf(failed.id)).toMatchObject([
    {
      action: 'job.retry',
      actor_name: expect.any(String),
      before: { state: 'failed' },
      after: { state: 'waiting' },
    },
  ]);
});

test('a finished job can neither be retried nor discarded', async () => {
  letterFails = false;
  const { id, can } = await letterIn('done');
  expect(can).toEqual({ retry: false, discard: false });
  expect(await it.send(retryJob, { params: { id } })).toMatchObject({
    status: 409,
    body: { reason: 'cannot-retry', detail: expect.stringContaining('no longer waiting') },
  });
  expect(await it.send(discardJob, { params: { id } })).toMatchObject({
    status: 409,
    body: { reason: 'cannot-discard', detail: expect.stringContaining("so it can't be discarded") },
  });
  expect(await auditOf(id)).toEqual([]);
});

test('a waiting job can be discarded once, and stays among the finished ones', async () => {
  const { id } = await letterIn('waiting', { startAfterSeconds: 3_600 });
  expect(await it.send(discardJob, { params: { id } })).toMatchObject({
    status: 200,
    body: { data: { discarded: true } },
  });
  expect((await it.send(discardJob, { params: { id } })).status).toBe(409);
  expect(await find('waiting')).toEqual([]);
  expect((await find('done')).find((job) => job.id === id)).toMatchObject({ discarded: true, tries: 0 });
  expect(await auditOf(id)).toMatchObject([
    { action: 'job.discard', after: { state: 'done', discarded: true } },
  ]);
});

test('a job that is waiting for a later time can be retried at once', async () => {
  letterFails = false;
  const { id, can, dueAt } = await letterIn('waiting', { startAfterSeconds: 3_600 });
  expect(can.retry).toBe(true);
  expect(Date.parse(dueAt ?? '')).toBeGreaterThan(Date.now() + 3_500_000);
  expect((await it.send(retryJob, { params: { id } })).status).toBe(200);
  await vi.waitFor(async () => expect((await find('done')).map((job) => job.id)).toContain(id), patience);
});

test('of two people who retry the same job at once, one learns that it was already done', async () => {
  letterFails = true;
  const { id } = await letterIn('failed');
  const answers = await Promise.all([1, 2].map(() => it.send(retryJob, { params: { id } })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await auditOf(id)).toHaveLength(1);
});

test('an invalid id and an unknown one are both unknown', async () => {
  // The queue's own, which no list shows.
  const { rows } = await server.database.pool.query(
    `insert into jobs.job (name) values ('__pgboss__send-it') returning id`,
  );
  for (const id of ['nonsense', unknownId, rows[0].id]) {
    expect((await it.send(retryJob, { params: { id } })).status).toBe(404);
    expect((await it.send(discardJob, { params: { id } })).status).toBe(404);
  }
  const { body } = await it.send(retryJob, { params: { id: unknownId } });
  // Not for all: a job that runs every few minutes is kept for a day or two.
  expect(body).toMatchObject({ detail: expect.stringContaining('kept for up to 30 days') });
});

test('the list is paged and counted by state', async () => {
  letterFails = false;
  for (const _letter of [1, 2, 3]) await sendLetter();
  await vi.waitFor(async () => expect(await find('done')).toHaveLength(3), patience);
  expect((await it.send(listJobs)).body).toEqual({ data: [], meta: { pages: -1 } });
  expect((await it.send(listJobs, { query: { state: 'lost' as never, page: 1 } })).status).toBe(400);
  const { data: counts } = (await it.send(countJobs, { query: { name: 'letter' } })).body;
  expect(counts.done).toBe(3);
  const page = await it.send(listJobs, { query: { state: 'done', name: 'letter', page: 2, pageSize: 2 } });
  expect(page.body.meta).toEqual({
    pages: Math.ceil(counts.done / 2),
    total: counts.done,
    page: 2,
    pageSize: 2,
  });
  const beyond = await it.send(listJobs, {
    query: { state: 'done', name: 'letter', page: 999, pageSize: 2 },
  });
  expect(beyond.body).toMatchObject({ data: [], meta: { pages: Math.ceil(counts.done / 2) } });
});

async function auditOf(id: string): Promise<unknown[]> {
  const { rows } = await server.database.pool.query(
    'select action, actor_name, before, after from audit_entries where subject_id = $1 order by at',
    [id],
  );
  return rows;
}

test('one failed job is shown to IT with its reason and runs again with one click; several are counted', async () => {
  letterFails = true;
  const student = await server.signIn('student');
  const { id } = await letterIn('failed');
  expect((await student.send(listWaiting)).body.data).toEqual([]);
  const [alone] = (await it.send(listWaiting)).body.data;
  expect(alone).toMatchObject({
    title: 'A job failed: Send a letter',
    about: 'The mail server rejected the email.',
    count: 1,
    link: '/departments/information-technology/queue?state=failed',
    action: { label: 'Retry', method: 'POST', path: `/api/jobs/${id}/retry` },
  });
  await letterIn('failed');
  const [both] = (await it.send(listWaiting)).body.data;
  expect(both).toMatchObject({ title: 'Look at 2 failed jobs', count: 2, action: null });
});

test('jobs that have kept failing for more than an hour are shown to IT before their last try', async () => {
  const { pool } = server.database;
  const keepFailing = (tries: number) =>
    pool.query(
      `update jobs.job set state = 'retry', retry_count = $1, retry_limit = 80, started_on = now(),
         output = '{"reason": "The mail server could not be reached."}' where name = 'letters.send'`,
      [tries],
    );
  const waiting = async () => (await it.send(listWaiting)).body.data;
  await letterIn('waiting', { startAfterSeconds: 3_600 });
  await keepFailing(7);
  expect(await waiting()).toEqual([]);
  await keepFailing(8);
  expect(await waiting()).toMatchObject([
    {
      title: 'A job keeps failing: Send a letter',
      about: 'The mail server could not be reached.',
      link: '/departments/information-technology/queue?state=waiting',
      action: null,
    },
  ]);
  await letterIn('waiting', { startAfterSeconds: 3_600 });
  await keepFailing(8);
  expect(await waiting()).toMatchObject([{ title: '2 jobs keep failing and are tried again', count: 2 }]);
});

test('a disk without room for uploads is named to IT, and to no one else, and so is one that is not there', async () => {
  const variables = { QUAD_FILES_KEEP_FREE: '999999 TB' };
  const full = await startTestServer({ tools: [queueServer], variables });
  const waiting = async (who: 'it' | 'student') =>
    (await (await full.signIn(who)).send(listWaiting)).body.data;
  const [entry] = await waiting('it');
  expect(entry).toMatchObject({
    title: 'Uploads are refused: the disk is nearly full',
    about: expect.stringMatching(/QUAD_FILES_KEEP_FREE\. Free some space there/),
    link: null,
  });
  expect(await waiting('it')).toEqual([entry]);
  // Without its folder, which the first look has made.
  await full.database.pool.query(
    `insert into stored_files (name, bytes, sha256, content_type) values (repeat('0', 32), 1, '', 'text/plain')`,
  );
  expect(await waiting('it')).toMatchObject([
    {
      title: 'Uploads and downloads are refused: the files are not there',
      about: expect.stringContaining('mounted'),
    },
  ]);
  expect(await waiting('student')).toEqual([]);
});
