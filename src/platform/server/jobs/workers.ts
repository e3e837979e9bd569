import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { JobResult, PgBoss } from 'pg-boss';
import type { Database } from '../db/database.ts';
import { createRepeats } from '../log/repeats.ts';
import type { Job } from './job.ts';
import type { JobsTables } from './jobs-table.ts';
import { type QueuePace, workOptions } from './queue-options.ts';
import { type Outcome, runJob } from './run-job.ts';

interface WorkerSettings {
  boss: PgBoss;
  database: Database;
  log: FastifyBaseLogger;
  pace: QueuePace;
}

export interface Workers {
  /**
   * Starts to run jobs of these kinds, one at a time of each on this instance. Their polls are spread over the pause
   * between two: all at once, they would keep both the start and everyone's requests waiting.
   */
  start(jobs: readonly Job[]): void;
  busy(): boolean;
  stop(): Promise<void>;
}

interface Claim {
  id: string;
  /** Which attempt this is: another instance's claim has a different count. */
  retryCount: number;
}

export function createWorkers({ boss, database, log, pace }: WorkerSettings): Workers {
  const names: string[] = [];
  const running = new Set<Claim>();
  const stopping = new AbortController();
  let starts: NodeJS.Timeout[] = [];
  // In an outage of the database, hundreds of jobs fail each second for one reason.
  const repeats = createRepeats(log);

  async function work(job: Job): Promise<void> {
    let worker: string | undefined;
    names.push(job.name);
    worker = await boss.work(job.name, workOptions(pace), async (batch): Promise<JobResult[]> => {
      const results: JobResult[] = [];
      for (const { id, retryCount, retryLimit, data, signal } of batch) {
        const claim = { id, retryCount };
        running.add(claim);
        const outcome = await runJob(
          job,
          {
            id,
            data,
            signal: AbortSignal.any([signal, stopping.signal]),
            isRetry: retryCount > 0,
            isLastTry: retryCount >= retryLimit,
          },
          { log, repeats },
        );
        running.delete(claim);
        results.push(toResult(id, outcome));
      }
      // There may be more: the pause between polls is for an empty queue.
      if (worker !== undefined) boss.notifyWorker(worker);
      return results;
    });
  }

  return {
    start(jobs) {
      const apart = (pace.poll * 1000) / jobs.length;
      starts = jobs.map((job, turn) => setTimeout(() => void work(job), turn * apart));
    },
    busy: () => running.size > 0,
    async stop() {
      starts.forEach(clearTimeout);
      const finished = Promise.all(names.map((name) => boss.offWork(name, { wait: true })));
      const patience = new AbortController();
      const tooLong = pause(pace.patience * 1000, undefined, { signal: patience.signal }).catch(
        () => undefined,
      );
      await Promise.race([finished, tooLong]);
      patience.abort();
      for (const claim of running) await giveBack(database, claim, log);
      stopping.abort(new Error('The server is stopping.'));
    },
  };
}

function toResult(id: string, outcome: Outcome): JobResult {
  if (outcome.status === 'completed') {
    const { result, isKnownFailure } = outcome;
    return { id, status: 'completed', ...(result === null ? {} : { output: { result, isKnownFailure } }) };
  }
  // pg-boss's word for a failure without another try; our queues have no dead letters.
  const status = outcome.final ? 'deadletter' : 'failed';
  return { id, status, output: { reason: outcome.reason } };
}

/** Lets another instance start again at once. Being interrupted costs no try. */
async function giveBack(database: Database, claim: Claim, log: FastifyBaseLogger): Promise<void> {
  try {
    await database
      .withTables<JobsTables>()
      .updateTable('jobs.job')
      .set({
        state: 'retry',
        heartbeat_on: null,
        start_after: sql<Date>`now()`,
        retry_limit: sql<number>`retry_limit + 1`,
      })
      .where('id', '=', claim.id)
      .where('state', '=', 'active')
      .where('retry_count', '=', claim.retryCount)
      .execute();
  } catch (error) {
    // It returns to the queue anyway when its lease has expired.
    log.warn({ err: error, jobId: claim.id }, 'a running job could not be returned to the queue');
  }
}
