import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { defineJob } from './job.ts';
import { JobFailure } from './job-failure.ts';
import type { Queue } from './queue.ts';
import { enqueueNote, noteJob, startQueue } from './testing/start-queue.ts';

const patience = { timeout: 20_000, interval: 100 };

/** As if everything until now had happened while the clock was a day ahead. @param times Those of the jobs */
async function wasAhead({ pool }: TestDatabase, ...times: string[]): Promise<void> {
  await pool.query(`update jobs.version set cron_on = now() + interval '1 day';
    update jobs.job set ${times.map((column) => `${column} = ${column} + interval '1 day'`)}`);
}

/** Not due while a test runs. */
function leapDay(run: () => Promise<void>) {
  const common = { name: 'test.yearly', title: 'Each leap day', data: z.object({}), retries: 0 };
  return defineJob({ ...common, limitSeconds: 60, schedule: '0 0 29 2 *', run });
}

async function enqueueYearly({ database }: TestDatabase, queue: Queue): Promise<void> {
  const kind = { name: 'test.yearly', data: z.object({}) };
  await database.transaction().execute((transaction) => queue.enqueue(transaction, kind, {}));
}

test('the success of a schedule while the clock was ahead hides no later failure', async () => {
  const database = await openTestDatabase();
  const fine = await startQueue(database, [leapDay(async () => undefined)]);
  await enqueueYearly(database, fine);
  await vi.waitFor(async () => expect(await fine.counts()).toMatchObject({ done: 1 }), patience);
  await fine.stop();
  await wasAhead(database, 'created_on', 'started_on', 'completed_on');

  const broken = await startQueue(database, [
    leapDay(async () => {
      throw new JobFailure('Its server is gone.');
    }),
  ]);
  await enqueueYearly(database, broken);
  await vi.waitFor(async () => expect(await broken.counts()).toMatchObject({ failed: 1 }), patience);
  expect(await broken.failures()).toMatchObject({ total: 1, first: { reason: 'Its server is gone.' } });
  const [lastRun] = (await broken.lastRuns()).values();
  expect(lastRun?.getTime()).toBeLessThanOrEqual(Date.now());
});

test('a job whose server was killed while the clock was ahead is taken over', async () => {
  const database = await openTestDatabase();
  const run = vi.fn(async () => undefined);
  const before = await startQueue(database, [noteJob(run)]);
  await before.stop();
  await enqueueNote(database, before, 'killed');
  await database.pool.query(
    "update jobs.job set state = 'active', started_on = now(), heartbeat_on = now(), retry_limit = 1",
  );
  await wasAhead(database, 'started_on', 'heartbeat_on');
  await startQueue(database, [noteJob(run)]);
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1), patience);
});

test('a schedule that was sent while the clock was ahead is sent again when its time comes', async () => {
  const database = await openTestDatabase();
  const before = await startQueue(database, [noteJob(async () => undefined)]);
  await before.stop();
  await enqueueNote(database, before, 'as sent by a schedule');
  await database.pool.query(
    "update jobs.job set singleton_on = date_trunc('minute', now() at time zone 'UTC')",
  );
  await wasAhead(database, 'created_on', 'singleton_on');
  await startQueue(database, []);
  const { rows } = await database.pool.query('select singleton_on from jobs.job');
  expect(rows).toEqual([{ singleton_on: null }]);
});
