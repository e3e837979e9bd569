import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { doEach } from '../change/do-each.ts';
import { openDatabase } from '../db/database.ts';
import { openNotifications } from '../db/notifications.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { defaultPace } from './queue-options.ts';
import { openWayTo } from './testing/interruptible.ts';
import { createGate, enqueueNote, noteJob, startQueue, theJob } from './testing/start-queue.ts';

/** What the portal's specification allows after the database is back. */
const fiveSeconds = { timeout: 5_000, interval: 50 };

test('after all connections were cut, workers continue within five seconds and the process survives', {
  tags: 'long',
}, async () => {
  const database = await openTestDatabase();
  const notifications = openNotifications(database.settings);
  const notes: string[] = [];
  const logLines: { msg?: string }[] = [];
  const jobs = [noteJob(async ({ note }) => void notes.push(note))];
  const { poll } = defaultPace;
  const queue = await startQueue(database, jobs, { pace: { poll }, listen: notifications.listen, logLines });
  for (const note of ['first', 'second', 'third']) {
    await database.cutConnections();
    await vi.waitFor(() => enqueueNote(database, queue, note), fiveSeconds);
    await vi.waitFor(() => expect(notes).toContain(note), fiveSeconds);
  }
  expect(notes).toEqual(['first', 'second', 'third']);
  expect(logLines.filter(({ msg }) => msg === 'the queue had an error')).toEqual([]);
  await queue.stop();
  await notifications.close();
});

test('what is enqueued while notifications are cut off starts once they arrive again', async () => {
  const database = await openTestDatabase();
  const notifications = openNotifications(database.settings);
  const notes: string[] = [];
  const jobs = [noteJob(async ({ note }) => void notes.push(note))];
  const queue = await startQueue(database, jobs, { pace: { poll: 60 }, listen: notifications.listen });
  await enqueueNote(database, queue, 'heard');
  await vi.waitFor(() => expect(notes).toEqual(['heard']), fiveSeconds);
  await database.pool.query(
    "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and application_name = 'quad notifications'",
  );
  await enqueueNote(database, queue, 'missed');
  await vi.waitFor(() => expect(notes).toEqual(['heard', 'missed']), fiveSeconds);
  await queue.stop();
  await notifications.close();
});

test('a job that runs while connections are cut ends as done', async () => {
  const database = await openTestDatabase();
  const gate = createGate();
  const run = vi.fn(() => gate.opened);
  const queue = await startQueue(database, [noteJob(run)]);
  await enqueueNote(database, queue, 'through the outage');
  await vi.waitFor(() => expect(run).toHaveBeenCalled(), fiveSeconds);
  await database.cutConnections();
  gate.open();
  await vi.waitFor(async () => expect(await queue.counts()).toMatchObject({ done: 1 }), fiveSeconds);
  expect(run).toHaveBeenCalledTimes(1);
});

test('an outage is one line in the log, its end another, and then the waiting work is done', async () => {
  const database = await openTestDatabase();
  const way = await openWayTo(database);
  const pool = openDatabase(way.settings, { size: 8 });
  const logLines: { msg?: string }[] = [];
  const notes: string[] = [];
  const { poll } = defaultPace;
  const job = noteJob(async ({ note }) => void notes.push(note));
  const queue = await startQueue(database, [job], { pool, logLines, pace: { poll, calm: 0.5 } });
  way.close();
  await expect(queue.counts()).rejects.toThrow();
  await vi.waitFor(() => expect(logLines).toHaveLength(1), fiveSeconds);
  const { rows } = await database.pool.query(
    "insert into jobs.job (name, data, policy) select 'test.note', $1, policy from jobs.queue where name = 'test.note' returning id",
    [{ note: 'came in the meantime' }],
  );
  expect(rows).toHaveLength(1);
  await way.open();
  await vi.waitFor(() => expect(notes).toEqual(['came in the meantime']), fiveSeconds);
  const said = () => logLines.map(({ msg }) => msg);
  await vi.waitFor(
    () =>
      expect(said()).toEqual([
        'the queue cannot reach the database and keeps trying',
        'the queue can reach the database again',
      ]),
    fiveSeconds,
  );
  await queue.stop();
  await pool.close();
});

test('a job that finds no connection for the next of many rows tries none of the others, and says that a server is away', async () => {
  const database = await openTestDatabase();
  const way = await openWayTo(database);
  const worked = openDatabase(way.settings, { size: 2 });
  onTestFinished(worked.close);
  const tried: number[] = [];
  const job = noteJob(async (_data, { signal }) => {
    const work = async (row: number) => {
      tried.push(row);
      await sql`select 1`.execute(worked.database);
      if (row !== 2) return;
      way.close();
      await vi.waitFor(() => expect(worked.countOpen()).toBe(0), fiveSeconds);
    };
    await doEach([1, 2, 3, 4, 5], work, signal);
  });
  const logLines: object[] = [];
  const queue = await startQueue(database, [job], { logLines });
  await enqueueNote(database, queue, 'five rows');
  const failed = { state: 'failed', reason: 'A server it needs could not be reached.' };
  await vi.waitFor(async () => expect(await theJob(queue)).toMatchObject(failed), fiveSeconds);
  expect(tried).toEqual([1, 2, 3]);
  expect(logLines).toContainEqual(
    expect.objectContaining({ err: expect.objectContaining({ code: 'ENOENT' }) }),
  );
});

test('a statement that takes too long is not said to be a server that is away', async () => {
  const database = await openTestDatabase();
  const job = noteJob(() =>
    database.database.transaction().execute(async (transaction) => {
      await sql`set local statement_timeout = 50`.execute(transaction);
      await sql`select pg_sleep(20)`.execute(transaction);
    }),
  );
  const queue = await startQueue(database, [job]);
  await enqueueNote(database, queue, 'too many rows');
  const reason = 'The database took too long, or something else was changing the same rows.';
  await vi.waitFor(async () => expect(await theJob(queue)).toMatchObject({ reason }), fiveSeconds);
});

test('a stop during an outage does not wait for the outage to end', async () => {
  const database = await openTestDatabase();
  const way = await openWayTo(database);
  const pool = openDatabase(way.settings, { size: 8 });
  const queue = await startQueue(database, [noteJob(async () => undefined)], { pool });
  way.close();
  const begin = Date.now();
  await queue.stop();
  expect(Date.now() - begin).toBeLessThan(5_000);
  await pool.close();
});
