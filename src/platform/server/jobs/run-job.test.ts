import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { createRepeats } from '../log/repeats.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { JobFailure } from './job-failure.ts';
import { runJob } from './run-job.ts';
import { enqueueNote, noteData, noteJob, startQueue, theJob } from './testing/start-queue.ts';

const patience = { timeout: 15_000, interval: 50 };

test('a job that fails is tried again after a pause, and fails for good with the reason of its last try', async () => {
  const database = await openTestDatabase();
  const starts: number[] = [];
  const last: boolean[] = [];
  const job = noteJob(
    async (_data, { isLastTry }) => {
      last.push(isLastTry === true);
      starts.push(Date.now());
      throw new JobFailure(`The mail server refused it (try ${starts.length}).`);
    },
    { retries: 1 },
  );
  const queue = await startQueue(database, [job]);
  await enqueueNote(database, queue, 'an email');
  await vi.waitFor(
    async () => expect(await theJob(queue)).toMatchObject({ state: 'waiting', tries: 1 }),
    patience,
  );
  expect(await theJob(queue)).toMatchObject({ reason: 'The mail server refused it (try 1).' });
  await vi.waitFor(async () => expect((await theJob(queue)).state).toBe('failed'), patience);
  expect(await theJob(queue)).toMatchObject({ tries: 2, reason: 'The mail server refused it (try 2).' });
  const [first = 0, second = 0] = starts;
  expect(last).toEqual([false, true]);
  expect(second - first).toBeGreaterThanOrEqual(1_000);
});

test('jobs of a kind that fail for one reason leave one line in the log, and every other reason its own', async () => {
  const log = { warn: vi.fn(), error: vi.fn(), child: () => log } as unknown as FastifyBaseLogger;
  const repeats = createRepeats(log);
  const { signal } = new AbortController();
  const fail = (id: string, reason: string) => {
    const job = noteJob(async () => {
      throw new JobFailure(reason);
    });
    return runJob(
      job,
      { id, data: { note: id }, signal, isRetry: false, isLastTry: false },
      { log, repeats },
    );
  };
  for (let number = 0; number < 100; number += 1)
    expect(await fail(`${number}`, 'The database is away.')).toMatchObject({
      reason: 'The database is away.',
    });
  await fail('other', 'The mail server is away.');
  expect(vi.mocked(log.warn).mock.calls.map(([about]) => about)).toMatchObject([
    { jobId: '0', err: { message: 'The database is away.' } },
    { jobId: 'other', err: { message: 'The mail server is away.' } },
  ]);
});

test('a final failure is not tried again', async () => {
  const database = await openTestDatabase();
  const run = vi.fn(async () => {
    throw new JobFailure('The address does not exist.', { final: true });
  });
  const queue = await startQueue(database, [noteJob(run, { retries: 5 })]);
  await enqueueNote(database, queue, 'an email');
  await vi.waitFor(async () => expect((await theJob(queue)).state).toBe('failed'), patience);
  expect(run).toHaveBeenCalledTimes(1);
});

test('the message of another error reaches the log with its stack, but neither the screen nor the database', async () => {
  const database = await openTestDatabase();
  const logLines: Record<string, unknown>[] = [];
  const job = noteJob(async () => {
    throw Object.assign(new Error('no mailbox for ada@sawtooth.example'), { code: 'EENVELOPE' });
  });
  const queue = await startQueue(database, [job], { logLines });
  await enqueueNote(database, queue, 'an email');
  await vi.waitFor(async () => expect((await theJob(queue)).state).toBe('failed'), patience);
  const { id, reason } = await theJob(queue);
  expect(reason).toBe('It stopped with an unexpected error (EENVELOPE); the log has the details.');
  const { rows } = await database.pool.query('select output::text as output from jobs.job where id = $1', [
    id,
  ]);
  expect(rows[0].output).not.toMatch(/ada|stack|run-job/);
  expect(logLines).toContainEqual(
    expect.objectContaining({
      jobId: id,
      job: 'test.note',
      err: expect.objectContaining({ stack: expect.any(String) }),
    }),
  );
});

test('what PostgreSQL says about a value reaches neither the log nor the database', async () => {
  const database = await openTestDatabase();
  const logLines: Record<string, unknown>[] = [];
  const job = noteJob(async ({ note }) => void (await database.pool.query('select $1::int', [note])));
  const queue = await startQueue(database, [job], { logLines });
  await enqueueNote(database, queue, 'Jane Roe');
  await vi.waitFor(async () => expect((await theJob(queue)).state).toBe('failed'), patience);
  const { id, reason } = await theJob(queue);
  expect(reason).toBe('It stopped with an unexpected error (22P02); the log has the details.');
  const { rows } = await database.pool.query('select output::text from jobs.job where id = $1', [id]);
  expect(logLines).toContainEqual(
    expect.objectContaining({ jobId: id, err: expect.objectContaining({ code: '22P02' }) }),
  );
  expect(JSON.stringify([logLines, rows])).not.toMatch(/jane|roe/i);
});

test('data that was stored by an older version and does not match fails at once', async () => {
  const database = await openTestDatabase();
  const run = vi.fn(async () => undefined);
  const queue = await startQueue(database, [noteJob(run, { retries: 3 })]);
  await database.database.transaction().execute(async (transaction) => {
    await queue.enqueue(transaction, { name: 'test.note', data: noteData }, { note: 'an email' });
    await sql`update jobs.job set data = '{"email": 1}'`.execute(transaction);
  });
  await vi.waitFor(async () => expect((await theJob(queue)).state).toBe('failed'), patience);
  expect(await theJob(queue)).toMatchObject({
    reason: 'Its data is not what this version expects (note).',
  });
  expect(run).not.toHaveBeenCalled();
});

test('a job that exceeds its limit is told to stop and counts as failed', async () => {
  const database = await openTestDatabase();
  const job = noteJob(
    (_data, { signal }) =>
      new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
    { limitSeconds: 2 },
  );
  const queue = await startQueue(database, [job]);
  await enqueueNote(database, queue, 'too long');
  await vi.waitFor(async () => expect((await theJob(queue)).state).toBe('failed'), patience);
  expect(await theJob(queue)).toMatchObject({ reason: 'It took longer than the 2 seconds allowed.' });
});

test('a job whose worker is silent is given to another one, and what the first reports later does not count', {
  tags: 'long',
}, async () => {
  const database = await openTestDatabase();
  const holders: { signal: AbortSignal; finish(): void }[] = [];
  const job = noteJob(
    ({ note }, { signal }) =>
      note === 'short' ? Promise.resolve() : new Promise((finish) => void holders.push({ signal, finish })),
    { retries: 3 },
  );
  const queue = await startQueue(database, [job]);
  await startQueue(database, [job]);
  await enqueueNote(database, queue, 'work');
  await vi.waitFor(() => expect(holders).toHaveLength(1), patience);
  // As if the database had not heard from the first worker for an hour.
  await database.pool.query("update jobs.job set heartbeat_on = now() - interval '1 hour'");
  await vi.waitFor(() => expect(holders).toHaveLength(2), patience);
  expect(await theJob(queue)).toMatchObject({ state: 'running', tries: 2 });
  await vi.waitFor(() => expect(holders[0]?.signal.aborted).toBe(true), patience);
  expect(holders[1]?.signal.aborted).toBe(false);
  holders[0]?.finish();
  // Only the first worker is free for this one, and only after it has reported that it finished.
  await enqueueNote(database, queue, 'short');
  await vi.waitFor(async () => expect(await queue.counts()).toMatchObject({ running: 1, done: 1 }), patience);
  holders[1]?.finish();
  await vi.waitFor(async () => expect(await queue.counts()).toMatchObject({ running: 0, done: 2 }), patience);
});
