import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { EnqueueWithin } from '../change/change.ts';
import type { Database, Reader } from '../db/database.ts';
import type { Listen } from '../db/listen.ts';
import { connectBoss } from './boss-connection.ts';
import { watchClock } from './clock-set-back.ts';
import { declareQueues, setSchedules } from './declare.ts';
import { createEnqueue } from './enqueue.ts';
import type { Job, JobsService } from './job.ts';
import { makeAlone, selectLastRuns } from './jobs-queries.ts';
import { createJobsService } from './jobs-service.ts';
import { bossOptions, defaultPace, type QueuePace } from './queue-options.ts';
import { createWorkers } from './workers.ts';

export interface QueueSettings {
  pool: pg.Pool;
  database: Database;
  /** For what is shown: it takes no connection from those who save something. */
  reader: Reader;
  log: FastifyBaseLogger;
  /** The college's time zone, for schedules. */
  timeZone: string;
  /** Shortens the wait for a worker; without it workers poll every `pace.poll` seconds. */
  listen?: Listen;
  pace?: Partial<QueuePace>;
}

export interface Queue extends JobsService {
  readonly enqueue: EnqueueWithin;
  /** Registers jobs, before `start`. */
  register(jobs: readonly Job[]): void;
  /** When each scheduled job was last done, by name; one without a stored finished job is missing. */
  lastRuns(): Promise<ReadonlyMap<string, Date>>;
  /** Updates the queue's tables (even on several instances at once), sets the schedules and starts work. */
  start(): Promise<void>;
  /** Takes no more work, lets running jobs finish within `pace.patience` and returns the rest. */
  stop(): Promise<void>;
}

/** The queue of background jobs, shared by all instances on one database. */
export function createQueue(settings: QueueSettings): Queue {
  const { pool, database, reader, log, timeZone, listen } = settings;
  const pace = { ...defaultPace, ...settings.pace };
  const connection = connectBoss(
    { pool, log, listen, patience: pace.lease, calm: pace.calm },
    bossOptions(pace),
  );
  const { boss } = connection;
  const registered = new Map<string, Job>();
  const workers = createWorkers({ boss, database, log, pace });
  let started = false;
  let stopWatching: () => void = () => undefined;

  return {
    ...createJobsService(reader, registered, log),
    enqueue: createEnqueue(boss, registered),
    register(jobs) {
      for (const job of jobs) {
        if (registered.has(job.name)) throw new Error(`Two jobs are called "${job.name}".`);
        if (job.schedule !== undefined && !job.data.safeParse({}).success) {
          throw new Error(`The job "${job.name}" has a schedule, so its data must be allowed to be empty.`);
        }
        registered.set(job.name, job);
      }
    },
    lastRuns: () => {
      const scheduled = [...registered.values()].filter(({ schedule }) => schedule !== undefined);
      return selectLastRuns(
        reader,
        scheduled.map(({ name }) => name),
      );
    },
    async start() {
      started = true;
      const jobs = [...registered.values()];
      await makeAlone(database, async () => {
        await boss.start();
        await declareQueues(boss, jobs, pace);
        await setSchedules(boss, jobs, timeZone);
      });
      stopWatching = await watchClock(pool);
      workers.start(jobs);
    },
    async stop() {
      if (!started) return;
      started = false;
      stopWatching();
      if (!workers.busy()) connection.hurry();
      await workers.stop();
      connection.hurry();
      await boss.stop({ graceful: false, close: false });
      connection.close();
    },
  };
}
