import pino from 'pino';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import type { OpenDatabase, Reader } from '../../db/database.ts';
import type { Listen } from '../../db/listen.ts';
import { logOptions } from '../../log/log.ts';
import type { TestDatabase } from '../../testing/test-database.ts';
import { defineJob, type Job, type JobContext, type JobEntry } from '../job.ts';
import { createQueue, type Queue } from '../queue.ts';
import type { QueuePace } from '../queue-options.ts';

/** As quick as pg-boss allows. */
const testPace: QueuePace = { poll: 0.5, supervision: 1, lease: 10, firstPause: 1, patience: 10, calm: 0.5 };

interface Options {
  pace?: Partial<QueuePace>;
  listen?: Listen;
  /** Lines of the log, parsed. */
  logLines?: object[];
  /** For another instance on the same database, with its own pool. */
  pool?: Pick<OpenDatabase, 'pool' | 'database'>;
  /** Reads with connections of its own. */
  reader?: Reader;
}

/** One instance that works on a test database; it stops when the test ends. */
export async function startQueue(
  database: TestDatabase,
  jobs: readonly Job[],
  options: Options = {},
): Promise<Queue> {
  const { pace, logLines = [], pool = database, ...rest } = options;
  const log = pino(logOptions('info'), { write: (line: string) => void logLines.push(JSON.parse(line)) });
  const queue = createQueue({
    pool: pool.pool,
    database: pool.database,
    reader: pool.database,
    log,
    timeZone: 'America/Boise',
    pace: { ...testPace, ...pace },
    ...rest,
  });
  queue.register(jobs);
  onTestFinished(() => queue.stop());
  await queue.start();
  return queue;
}

export const noteData = z.object({ note: z.string() });
export type Note = z.output<typeof noteData>;

/** A job that does what the test wants. */
export function noteJob(
  run: (data: Note, context: JobContext) => Promise<void>,
  options: Partial<Omit<Job<Note>, 'run'>> = {},
): Job {
  return defineJob<Note>({
    name: 'test.note',
    title: 'Take a note',
    data: noteData,
    retries: 0,
    limitSeconds: 60,
    ...options,
    run,
  });
}

export async function enqueueNote(
  database: TestDatabase,
  queue: Queue,
  note: string,
  name = 'test.note',
): Promise<void> {
  await database.database
    .transaction()
    .execute((transaction) => queue.enqueue(transaction, { name, data: noteData }, { note }));
}

/** The only job there is. */
export async function theJob(queue: Queue): Promise<JobEntry> {
  const { data } = await queue.list({ paging: { page: 1, pageSize: 2 } });
  const [entry, another] = data;
  if (entry === undefined || another !== undefined) throw new Error(`There are ${data.length} jobs.`);
  return entry;
}

export interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

/** A gate that one side waits for until the other opens it. */
export function createGate(): Gate {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { opened: promise, open: resolve };
}
