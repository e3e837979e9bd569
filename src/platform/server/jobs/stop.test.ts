import { expect, test, vi } from 'vitest';
import { openDatabase } from '../db/database.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { createGate, enqueueNote, noteJob, startQueue, theJob } from './testing/start-queue.ts';

const patience = { timeout: 15_000, interval: 50 };

test('a stop lets a running job finish and starts no new one', async () => {
  const database = await openTestDatabase();
  const gate = createGate();
  const begun: string[] = [];
  const job = noteJob(async ({ note }) => {
    begun.push(note);
    await gate.opened;
  });
  const queue = await startQueue(database, [job]);
  await enqueueNote(database, queue, 'running');
  await vi.waitFor(() => expect(begun).toEqual(['running']), patience);
  await enqueueNote(database, queue, 'still waiting');
  const stopped = queue.stop();
  gate.open();
  await stopped;
  expect(begun).toEqual(['running']);
  expect(await queue.counts()).toEqual({ waiting: 1, running: 0, failed: 0, done: 1 });
});

test('a job that does not finish in time is told to stop and returned to the queue, without losing a try', async () => {
  const database = await openTestDatabase();
  const signals: AbortSignal[] = [];
  const hanging = noteJob((_data, { signal }) => {
    signals.push(signal);
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  const queue = await startQueue(database, [hanging], { pace: { patience: 1 } });
  await enqueueNote(database, queue, 'interrupted');
  await vi.waitFor(() => expect(signals).toHaveLength(1), patience);
  await queue.stop();
  expect(signals[0]?.aborted).toBe(true);
  expect(await theJob(queue)).toMatchObject({ state: 'waiting', reason: null });

  const another = openDatabase(database.settings, { size: 4 });
  const notes: string[] = [];
  const next = await startQueue(database, [noteJob(async ({ note }) => void notes.push(note))], {
    pool: another,
  });
  await vi.waitFor(async () => expect((await theJob(next)).state).toBe('done'), patience);
  expect(notes).toEqual(['interrupted']);
  await next.stop();
  await another.close();
});

test('a job that was returned to the queue has its tries left', async () => {
  const database = await openTestDatabase();
  const begun = vi.fn();
  const hanging = noteJob(() => new Promise(() => begun()));
  const queue = await startQueue(database, [hanging], { pace: { patience: 1 } });
  await enqueueNote(database, queue, 'interrupted');
  await vi.waitFor(() => expect(begun).toHaveBeenCalled(), patience);
  await queue.stop();
  const { rows } = await database.pool.query('select retry_limit - retry_count as left from jobs.job');
  // The next claim counts one, and no retry is left after it: `retries` is 0.
  expect(rows).toEqual([{ left: 1 }]);
});

test('a stop returns to the queue only the try that it ran, and no job that ended or runs elsewhere', async () => {
  const database = await openTestDatabase();
  const begun: string[] = [];
  const hang = ({ note }: { note: string }) => new Promise<void>(() => void begun.push(note));
  const names = ['test.note', 'test.ended', 'test.taken-over'];
  const jobs = names.map((name) => noteJob(hang, { name }));
  const queue = await startQueue(database, jobs, { pace: { patience: 1 } });
  for (const name of names) await enqueueNote(database, queue, name, name);
  await vi.waitFor(() => expect(begun).toHaveLength(3), patience);
  // Waits, since this instance runs one at a time.
  await enqueueNote(database, queue, 'elsewhere');
  const change = (set: string, note: string) =>
    database.pool.query(`update jobs.job set ${set} where data->>'note' = $1`, [note]);
  await change("state = 'active', started_on = now(), heartbeat_on = now()", 'elsewhere');
  await change("state = 'completed'", 'test.ended');
  await change('retry_count = retry_count + 1', 'test.taken-over');
  await queue.stop();
  const { rows } = await database.pool.query("select data->>'note' as note, state from jobs.job order by 1");
  expect(rows).toEqual([
    { note: 'elsewhere', state: 'active' },
    { note: 'test.ended', state: 'completed' },
    { note: 'test.note', state: 'retry' },
    { note: 'test.taken-over', state: 'active' },
  ]);
});

test('a queue that never started can stop, and can stop twice', async () => {
  const database = await openTestDatabase();
  const queue = await startQueue(database, []);
  await queue.stop();
  await expect(queue.stop()).resolves.toBeUndefined();
});
