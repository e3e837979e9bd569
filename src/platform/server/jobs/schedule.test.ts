import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { expect, test, vi } from 'vitest';
import { z } from 'zod';
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { defineJob, type JobState } from './job.ts';
import { JobFailure, KnownFailure } from './job-failure.ts';
import { createQueue } from './queue.ts';
import { enqueueNote, noteJob, startQueue } from './testing/start-queue.ts';

const patience = { timeout: 20_000, interval: 100 };

/** Not due while a test runs. */
const leapDay = '0 0 29 2 *';

function everyMinute(run: () => Promise<void>) {
  const common = { name: 'test.tick', title: 'Tick', data: z.object({}), retries: 0, limitSeconds: 60 };
  return defineJob({ ...common, schedule: '* * * * *', run });
}

test('a schedule exists once, in the time zone of the college, whichever instances start', async () => {
  const database = await openTestDatabase();
  const job = everyMinute(async () => undefined);
  await Promise.all([startQueue(database, [job]), startQueue(database, [job])]);
  const { rows } = await database.pool.query('select name, cron, timezone from jobs.schedule');
  expect(rows).toEqual([{ name: 'test.tick', cron: '* * * * *', timezone: 'America/Boise' }]);
});

test('one minute of a schedule is run once, even when all instances send it', async () => {
  const database = await openTestDatabase();
  const run = vi.fn(async () => undefined);
  const queue = await startQueue(database, [everyMinute(run)]);
  await admitEveryInstance(database);
  await Promise.all([startQueue(database, [everyMinute(run)]), startQueue(database, [everyMinute(run)])]);
  await vi.waitFor(async () => {
    const { rows } = await database.pool.query('select last_value from passes');
    expect(rows[0].last_value).toBeGreaterThanOrEqual(2);
    expect(await queue.counts()).toMatchObject({
      waiting: 0,
      running: 0,
      done: expect.toSatisfy((done) => done > 0),
    });
  }, patience);
  const { rows } = await database.pool.query(
    "select count(*) as sent, count(distinct singleton_on) as minutes from jobs.job where name = '__pgboss__send-it'",
  );
  expect(rows[0].sent).toBe(rows[0].minutes);
  expect(run.mock.calls.length).toBeLessThanOrEqual(rows[0].minutes);
});

test('a job runs at once after a first start and after its settings have changed, once for all instances', async () => {
  const database = await openTestDatabase();
  const run = vi.fn(async () => undefined);
  const yearly = (settingsHash: string) =>
    defineJob({ ...everyMinute(run), name: 'test.yearly', schedule: leapDay, settingsHash });
  const startBoth = (settingsHash: string) =>
    Promise.all([1, 2].map(() => startQueue(database, [yearly(settingsHash)])));
  const hasRun = (times: number) =>
    vi.waitFor(async () => {
      const { rows } = await database.pool.query("select state from jobs.job where name = 'test.yearly'");
      expect(rows).toEqual(Array.from({ length: times }, () => ({ state: 'completed' })));
    }, patience);
  const first = await startBoth('as it was');
  await hasRun(1);
  await Promise.all(first.map((queue) => queue.stop()));
  await startBoth('as it was');
  await startBoth('changed');
  await hasRun(2);
  expect(run).toHaveBeenCalledTimes(2);
});

test('two instances that start at once send a first run once, however slow one of them is', async () => {
  const database = await openTestDatabase();
  const run = vi.fn(async () => undefined);
  const job = defineJob({ ...everyMinute(run), schedule: leapDay, settingsHash: 'new' });
  const slow = (milliseconds: number) => {
    const query = async (text: string, values?: unknown[]) => {
      if (/insert into jobs\.job\w* /i.test(text)) await pause(milliseconds);
      return database.pool.query(text, values);
    };
    const pool = { query } as unknown as TestDatabase['pool'];
    return startQueue(database, [job], { pool: { pool, database: database.database } });
  };
  await Promise.all([slow(500), slow(3_000)]);
  const { rows } = await database.pool.query("select from jobs.job where name = 'test.tick'");
  expect(rows).toHaveLength(1);
});

test('a failed run of a schedule is no longer a failure to look at once a later run has worked', async () => {
  const database = await openTestDatabase();
  let isDown = true;
  let isKnown = false;
  const run = async () => {
    if (isKnown) throw new KnownFailure('The server is down.');
    if (isDown) throw new JobFailure('The server is down.');
  };
  const job = defineJob({ ...everyMinute(run), schedule: leapDay });
  const queue = await startQueue(database, [job, noteJob(async () => Promise.reject(new JobFailure('No.')))]);
  const runNow = async (states: Partial<Record<JobState, number>>) => {
    await database.database
      .transaction()
      .execute((transaction) => queue.enqueue(transaction, job, {}, { singletonKey: 'now' }));
    await vi.waitFor(
      async () => expect(await queue.counts({ name: 'tick' })).toMatchObject(states),
      patience,
    );
  };
  await runNow({ failed: 1 });
  await runNow({ failed: 2 });
  expect(await queue.failures()).toMatchObject({ total: 2, first: { name: 'test.tick' } });
  isKnown = true;
  await runNow({ failed: 2, done: 1 });
  expect(await queue.failures()).toMatchObject({ total: 2 });
  expect([...(await queue.lastRuns())]).toEqual([]);
  isKnown = false;
  isDown = false;
  await runNow({ failed: 2, done: 2 });
  expect(await queue.failures()).toEqual({ total: 0, first: null });
  await enqueueNote(database, queue, 'of another kind');
  await vi.waitFor(async () => expect(await queue.failures()).toMatchObject({ total: 1 }), patience);
});

/** Normally the first instance of each half minute sends for all; now each believes that it is the first. */
async function admitEveryInstance(database: TestDatabase): Promise<void> {
  // Locked first: an instance that is just writing its own pass would wait for this one, and this one for it.
  await database.pool.query(`
    lock table jobs.version in access exclusive mode;
    create sequence passes;
    create function admit() returns trigger language plpgsql as $$
    begin
      new.cron_on := null;
      perform nextval('passes');
      return new;
    end $$;
    update jobs.version set cron_on = null;
    create trigger admit before update of cron_on on jobs.version for each row execute function admit();
  `);
}

test('schedules and jobs continue after the clock was a day ahead and has been set back', async () => {
  const database = await openTestDatabase();
  const run = vi.fn(async () => undefined);
  const before = await startQueue(database, [noteJob(run)]);
  await before.stop();
  await enqueueNote(database, before, 'as usual');
  await database.pool.query(`
    update jobs.version set cron_on = now() + interval '1 day';
    update jobs.queue set (monitor_claim_on, monitor_on, maintain_on) = row (cron_on, cron_on, cron_on) from jobs.version;
    update jobs.job set (created_on, start_after) = row (cron_on, cron_on) from jobs.version`);

  await startQueue(database, [noteJob(run)]);
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1), patience);
  const { rows } = await database.pool.query(
    `select cron_on from jobs.version where cron_on > now()
     union all select greatest(monitor_claim_on, monitor_on, maintain_on) from jobs.queue
     where greatest(monitor_claim_on, monitor_on, maintain_on) > now()`,
  );
  expect(rows).toEqual([]);
});

test('a schedule whose job is gone is removed at the next start', async () => {
  const database = await openTestDatabase();
  const before = await startQueue(database, [everyMinute(async () => undefined)]);
  await before.stop();
  await startQueue(database, []);
  const { rows } = await database.pool.query('select name from jobs.schedule');
  expect(rows).toEqual([]);
});

test('what a new version changes about a job applies from its first start on', async () => {
  const database = await openTestDatabase();
  const before = await startQueue(database, [noteJob(async () => undefined)]);
  await before.stop();
  await startQueue(database, [noteJob(async () => undefined, { retries: 3, keptDays: 2 })]);
  const { rows } = await database.pool.query(
    "select retry_limit, deletion_seconds from jobs.queue where name = 'test.note'",
  );
  expect(rows).toEqual([{ retry_limit: 3, deletion_seconds: 2 * 24 * 60 * 60 }]);
});

test('a job with a schedule and required data is a mistake', async () => {
  const database = await openTestDatabase();
  const queue = createQueue({
    ...database,
    reader: database.database,
    log: pino({ level: 'silent' }),
    timeZone: 'America/Boise',
  });
  const job = { ...everyMinute(async () => undefined), data: z.object({ note: z.string() }) };
  expect(() => queue.register([job])).toThrow(
    '"test.tick" has a schedule, so its data must be allowed to be empty',
  );
  expect(() =>
    queue.register([everyMinute(async () => undefined), everyMinute(async () => undefined)]),
  ).toThrow('Two jobs are called "test.tick"');
});
