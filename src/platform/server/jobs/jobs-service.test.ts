import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../db/database.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { defineJob } from './job.ts';
import { JobFailure } from './job-failure.ts';
import { createGate, enqueueNote, noteData, noteJob, startQueue, theJob } from './testing/start-queue.ts';

const patience = { timeout: 15_000, interval: 50 };

test('a failed job that is retried has all its tries again', { tags: 'long' }, async () => {
  const database = await openTestDatabase();
  let works = false;
  const run = vi.fn(async () => {
    if (!works) throw new JobFailure('The mail server refused it.');
  });
  const queue = await startQueue(database, [noteJob(run, { retries: 1 })]);
  await enqueueNote(database, queue, 'an email');
  await vi.waitFor(async () => expect((await theJob(queue)).state).toBe('failed'), patience);
  const { id } = await theJob(queue);
  const retry = () => database.database.transaction().execute((transaction) => queue.retry(transaction, id));
  expect(await retry()).toMatchObject({
    id,
    state: 'waiting',
    tries: 2,
    reason: 'The mail server refused it.',
  });
  await vi.waitFor(async () => expect((await theJob(queue)).state).toBe('failed'), patience);
  expect(run).toHaveBeenCalledTimes(4);
  works = true;
  await retry();
  await vi.waitFor(
    async () => expect(await theJob(queue)).toMatchObject({ state: 'done', reason: null }),
    patience,
  );
  expect(run).toHaveBeenCalledTimes(5);
});

test('a discarded job never runs and is listed as done', async () => {
  const database = await openTestDatabase();
  const gate = createGate();
  const notes: string[] = [];
  const job = noteJob(async ({ note }) => {
    notes.push(note);
    await gate.opened;
  });
  const queue = await startQueue(database, [job]);
  await enqueueNote(database, queue, 'occupies the worker');
  await vi.waitFor(() => expect(notes).toHaveLength(1), patience);
  await enqueueNote(database, queue, 'not wanted');
  await enqueueNote(database, queue, 'wanted');
  const { data } = await queue.list({ state: 'waiting', paging: { page: 2, pageSize: 1 } });
  const id = data[0]?.id ?? '';
  const discarded = await database.database
    .transaction()
    .execute((transaction) => queue.discard(transaction, id));
  expect(discarded).toMatchObject({ state: 'done', discarded: true });
  gate.open();
  await vi.waitFor(async () => expect(await queue.counts()).toMatchObject({ waiting: 0, done: 3 }), patience);
  expect(notes).toEqual(['occupies the worker', 'wanted']);
});

test('a held job does not start until the transaction ends', async () => {
  const database = await openTestDatabase();
  const notes: string[] = [];
  const queue = await startQueue(database, [noteJob(async ({ note }) => void notes.push(note))]);
  await database.database.transaction().execute(async (writing) => {
    await enqueueNote(database, queue, 'before');
    await vi.waitFor(() => expect(notes).toEqual(['before']), patience);
    const { id } = await theJob(queue);
    expect(await queue.hold(writing, id)).toMatchObject({ id, title: 'Take a note' });
    expect(await queue.hold(writing, '0198a000-0000-7000-8000-000000000000')).toBeNull();
  });
});

test('the list is newest first, by state and by text in name and title, taken literally', async () => {
  const database = await openTestDatabase();
  const gate = createGate();
  const mail = noteJob(() => gate.opened, { name: 'mail.send', title: 'Send an email' });
  const report = noteJob(async () => undefined, { name: 'report_daily', title: 'Daily report' });
  const queue = await startQueue(database, [mail, report]);
  for (const note of ['one', 'two', 'three']) await enqueueNote(database, queue, note, 'mail.send');
  await enqueueNote(database, queue, 'done', 'report_daily');
  const counts = { waiting: 2, running: 1, failed: 0, done: 1 };
  await vi.waitFor(async () => expect(await queue.counts()).toEqual(counts), patience);

  const names = async (filter: Parameters<typeof queue.counts>[0] & { state?: 'waiting' | 'done' }) => {
    const { data, meta } = await queue.list({ ...filter, paging: { page: 1, pageSize: 10 } });
    expect(meta.total).toBe(data.length);
    return data.map(({ name }) => name);
  };
  expect(await names({})).toEqual(['report_daily', 'mail.send', 'mail.send', 'mail.send']);
  expect(await names({ state: 'waiting' })).toEqual(['mail.send', 'mail.send']);
  expect(await names({ name: 'EMAIL' })).toHaveLength(3);
  expect(await names({ name: 't_d' })).toEqual(['report_daily']);
  expect(await names({ name: '%' })).toEqual([]);
  expect(await names({ name: 'send-it' })).toEqual([]);
  expect(await queue.counts({ name: 'report' })).toEqual({ waiting: 0, running: 0, failed: 0, done: 1 });
  const page = await queue.list({ paging: { page: 2, pageSize: 1 } });
  expect(page).toMatchObject({ meta: { total: 4 }, data: [{ name: 'mail.send', title: 'Send an email' }] });
  gate.open();
});

test('what is shown takes no connection from those who save something, and all last runs take one', async () => {
  const database = await openTestDatabase();
  const saving = openDatabase(database.settings, { size: 2 });
  onTestFinished(() => saving.close());
  const reading = openDatabase(database.settings, { size: 8, readOnly: true });
  onTestFinished(() => reading.close());
  const names = ['test.one', 'test.two', 'test.three'];
  const jobs = names.map((name) =>
    defineJob({
      ...noteJob(async () => undefined, { name }),
      data: noteData.partial(),
      schedule: '0 0 1 1 *',
    }),
  );
  const queue = await startQueue(database, jobs, { pool: saving, reader: reading.database });
  for (const name of names) await enqueueNote(database, queue, 'a note', name);
  const done = "select from jobs.job where name like 'test.%' and state = 'completed'";
  await vi.waitFor(async () => expect((await database.pool.query(done)).rowCount).toBe(3), patience);
  const held = await Promise.all([saving.pool.connect(), saving.pool.connect()]);
  try {
    expect([...(await queue.lastRuns()).keys()].toSorted()).toEqual(names.toSorted());
    expect(reading.pool.totalCount).toBe(1);
    expect(await queue.counts({ name: 'test' })).toMatchObject({ done: 3 });
    expect(await queue.list({ paging: { page: 1, pageSize: 10 } })).toMatchObject({ meta: { total: 3 } });
    expect(await queue.failures()).toMatchObject({ total: 0 });
  } finally {
    for (const client of held) client.release();
  }
});
