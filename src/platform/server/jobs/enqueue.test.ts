import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../db/database.ts';
import { openNotifications } from '../db/notifications.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { createGate, enqueueNote, noteData, noteJob, startQueue } from './testing/start-queue.ts';

const kind = { name: 'test.note', data: noteData };
const patience = { timeout: 10_000, interval: 50 };

test('jobs that are merged while they wait are one job, and nothing that was requested is lost', async () => {
  const database = await openTestDatabase();
  const notes: string[] = [];
  const queue = await startQueue(database, [noteJob(async ({ note }) => void notes.push(note))]);
  const merge = (waiting: { note: string }, added: { note: string }) => ({
    note: `${waiting.note} ${added.note}`,
  });
  const enqueue = (note: string) =>
    database.database
      .transaction()
      .execute((transaction) =>
        queue.enqueue(transaction, kind, { note }, { singletonKey: 'all', startAfterSeconds: 1, merge }),
      );
  const asked = Array.from({ length: 60 }, (_one, index) => `note${index}`);
  // Some of them while a worker takes the waiting one.
  for (let from = 0; from < 60; from += 20) {
    await Promise.all(asked.slice(from, from + 20).map(enqueue));
    if (from > 0) await vi.waitFor(() => expect(notes.join(' ')).toContain('note0'), patience);
  }
  await vi.waitFor(() => expect(notes.join(' ').split(' ').toSorted()).toEqual(asked.toSorted()), patience);
  expect(notes.length).toBeLessThan(10);
});

test('a job is merged with the one that waits under its name and key, and no other waiting job changes', async () => {
  const database = await openTestDatabase();
  const other = { name: 'test.other', data: noteData };
  const queue = await startQueue(database, [
    noteJob(async () => undefined),
    { ...noteJob(async () => undefined), ...other },
  ]);
  const merge = (waiting: { note: string }, added: { note: string }) => ({
    note: `${waiting.note} ${added.note}`,
  });
  const enqueue = (job: typeof kind, note: string, singletonKey: string) =>
    database.database
      .transaction()
      .execute((transaction) =>
        queue.enqueue(transaction, job, { note }, { singletonKey, startAfterSeconds: 60, merge }),
      );
  await enqueue(other, 'other', 'key');
  await enqueue(kind, 'neighbor', 'another key');
  await enqueue(kind, 'first', 'key');
  await enqueue(kind, 'second', 'key');
  await enqueue(other, 'other again', 'key');
  const { rows } = await database.pool.query(
    "select data->>'note' as note from jobs.job order by created_on",
  );
  expect(rows.map(({ note }) => note)).toEqual(['other other again', 'neighbor', 'first second']);
});

test('as many writes as there are connections enqueue a job of a queue that is new, before its worker has started', async () => {
  const database = await openTestDatabase();
  const first = noteJob(async () => undefined, { name: 'test.first' });
  const queue = await startQueue(database, [first, noteJob(async () => undefined)], { pace: { poll: 60 } });
  const notes = Array.from({ length: 40 }, (_one, index) => `note${index}`);
  await Promise.all(notes.map((note) => enqueueNote(database, queue, note)));
  expect(await queue.counts()).toMatchObject({ waiting: 40 });
});

test('a rollback leaves no job', async () => {
  const database = await openTestDatabase();
  const notes: string[] = [];
  const queue = await startQueue(database, [noteJob(async ({ note }) => void notes.push(note))]);
  const write = database.database.transaction().execute(async (transaction) => {
    await queue.enqueue(transaction, kind, { note: 'never' });
    throw new Error('the write failed');
  });
  await expect(write).rejects.toThrow('the write failed');
  await enqueueNote(database, queue, 'committed');
  await vi.waitFor(async () => expect(await queue.counts()).toMatchObject({ done: 1 }), patience);
  expect(notes).toEqual(['committed']);
});

test('a job does not start before the transaction that enqueued it has committed', async () => {
  const database = await openTestDatabase();
  const notes: string[] = [];
  const queue = await startQueue(database, [noteJob(async ({ note }) => void notes.push(note))]);
  await database.database.transaction().execute(async (transaction) => {
    await queue.enqueue(transaction, kind, { note: 'first' });
    await enqueueNote(database, queue, 'second');
    await vi.waitFor(() => expect(notes).toEqual(['second']), patience);
  });
  await vi.waitFor(() => expect(notes).toEqual(['second', 'first']), patience);
});

test('two instances on one database run each job once', async () => {
  const database = await openTestDatabase();
  const another = openDatabase(database.settings, { size: 8 });
  const notes: string[] = [];
  const run = async ({ note }: { note: string }) => void notes.push(note);
  const first = await startQueue(database, [noteJob(run)]);
  const second = await startQueue(database, [noteJob(run)], { pool: another });
  const expected = Array.from({ length: 40 }, (_one, index) => `note ${index}`);
  await Promise.all(
    expected.map((note, index) => enqueueNote(database, index % 2 === 0 ? first : second, note)),
  );
  await vi.waitFor(
    async () => expect(await first.counts()).toMatchObject({ done: 40, waiting: 0 }),
    patience,
  );
  expect(notes.toSorted()).toEqual(expected.toSorted());
  await second.stop();
  await another.close();
});

test('instances that start at once on an empty database all work', async () => {
  const database = await openTestDatabase();
  const notes: string[] = [];
  const job = noteJob(async ({ note }) => void notes.push(note), {
    schedule: '0 3 1 1 *',
    data: noteData.partial() as never,
  });
  const queues = await Promise.all([1, 2, 3, 4].map(() => startQueue(database, [job])));
  await Promise.all(queues.map((queue, index) => enqueueNote(database, queue, `from ${index}`)));
  await vi.waitFor(
    () => expect(notes.toSorted()).toEqual(['from 0', 'from 1', 'from 2', 'from 3']),
    patience,
  );
});

test('an instance that starts while another one creates the tables of the queue waits for it', async () => {
  const database = await openTestDatabase();
  const other = await database.pool.connect();
  onTestFinished(() => other.release(true));
  // The other one's progress so far, all of it uncommitted.
  await other.query(`begin; select pg_advisory_xact_lock(hashtext('quad.jobs')); create schema jobs`);
  const starting = startQueue(database, []);
  await vi.waitFor(async () => expect(await database.someoneWaits()).toBe(true), patience);
  await other.query('commit');
  expect(await (await starting).counts()).toMatchObject({ waiting: 0 });
});

test('data that does not match is refused and rolls the write back', async () => {
  const database = await openTestDatabase();
  const queue = await startQueue(database, [noteJob(async () => undefined)]);
  const write = database.database.transaction().execute(async (transaction) => {
    await queue.enqueue(transaction, kind, { note: 'fits' });
    await queue.enqueue(transaction, kind, { note: 5 as unknown as string });
  });
  await expect(write).rejects.toThrow(/data of the job "test.note" do not fit: note:/);
  expect(await queue.counts()).toEqual({ waiting: 0, running: 0, failed: 0, done: 0 });
});

test('a job that no instance runs is refused', async () => {
  const database = await openTestDatabase();
  const queue = await startQueue(database, []);
  await expect(enqueueNote(database, queue, 'for nobody')).rejects.toThrow('"test.note" is not registered');
});

test('several jobs without a key can wait, but only one with the same key', async () => {
  const database = await openTestDatabase();
  const held = createGate();
  const queue = await startQueue(database, [noteJob(() => held.opened)]);
  await enqueueNote(database, queue, 'occupies the worker');
  await vi.waitFor(async () => expect(await queue.counts()).toMatchObject({ running: 1 }), patience);
  const add = (note: string, singletonKey?: string) =>
    database.database
      .transaction()
      .execute((transaction) =>
        queue.enqueue(transaction, kind, { note }, singletonKey === undefined ? {} : { singletonKey }),
      );
  await add('one');
  await add('two');
  await add('keyed', 'index');
  await add('keyed again', 'index');
  await add('another key', 'report');
  // Counts that took long may be two seconds old.
  await vi.waitFor(async () => expect(await queue.counts()).toMatchObject({ waiting: 4 }), patience);
  held.open();
});

test('a waiting job that replaces a second one also waits for its commit', async () => {
  const database = await openTestDatabase();
  const notes: string[] = [];
  const queue = await startQueue(database, [noteJob(async ({ note }) => void notes.push(note))]);
  const enqueue = (note: string, options: { singletonKey?: string; startAfterSeconds?: number }) =>
    database.database
      .transaction()
      .execute((transaction) => queue.enqueue(transaction, kind, { note }, options));
  await enqueue('index', { singletonKey: 'index', startAfterSeconds: 1 });
  await database.database.transaction().execute(async (transaction) => {
    await queue.enqueue(transaction, kind, { note: 'index again' }, { singletonKey: 'index' });
    await enqueue('due after it', { startAfterSeconds: 2 });
    await vi.waitFor(() => expect(notes).toEqual(['due after it']), patience);
  });
  await vi.waitFor(() => expect(notes).toEqual(['due after it', 'index']), patience);
  // A job has run a moment before the queue knows it.
  await vi.waitFor(async () => expect(await queue.counts()).toMatchObject({ waiting: 0, done: 2 }), patience);
});

test('a notification wakes a worker that would otherwise poll much later', async () => {
  const database = await openTestDatabase();
  const notifications = openNotifications(database.settings);
  const notes: string[] = [];
  const job = noteJob(async ({ note }) => void notes.push(note));
  const queue = await startQueue(database, [job], { listen: notifications.listen, pace: { poll: 60 } });
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query(
      "select from pg_stat_activity where datname = current_database() and query ilike 'listen%pgboss%'",
    );
    expect(rows).toHaveLength(1);
  }, patience);
  await enqueueNote(database, queue, 'at once');
  await vi.waitFor(() => expect(notes).toEqual(['at once']), patience);
  await queue.stop();
  await notifications.close();
});
