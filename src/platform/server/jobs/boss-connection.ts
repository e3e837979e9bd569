import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { type ConstructorOptions, PgBoss } from 'pg-boss';
import { isOutage } from '../db/database.ts';
import type { Listen } from '../db/listen.ts';

export interface BossConnection {
  readonly boss: PgBoss;
  /** From now on, statements do not wait for an outage to end. */
  hurry(): void;
  /** From now on nothing reaches the database, and nothing is logged about that. */
  close(): void;
}

interface ConnectionSettings {
  pool: pg.Pool;
  log: FastifyBaseLogger;
  listen: Listen | undefined;
  /** How long to wait for an outage to end, in seconds. */
  patience: number;
  /** An outage is over when no statement has failed for this long, in seconds: in a shortage, every other one does. */
  calm: number;
}

const maxPause = 1_000;

/**
 * pg-boss on our pool. It needs no session state (unnamed statements, locks that end with their transaction),
 * so a pooler in transaction mode may be in between. An outage is one line in the log, not one per poll.
 */
export function connectBoss(
  settings: ConnectionSettings,
  options: Omit<ConstructorOptions, 'db'>,
): BossConnection {
  const { log, listen } = settings;
  const hurry = new AbortController();
  const execute = withRetries(settings, hurry.signal);
  let closed = false;
  const boss = new PgBoss({
    ...options,
    useListenNotify: listen !== undefined,
    db: {
      async executeSql(text, values) {
        if (closed) throw new Error('The queue has stopped.');
        return execute(text, values);
      },
      ...(listen === undefined ? {} : { listen: listenBy(listen) }),
    },
  });
  boss.on('warning', ({ message }) => log.warn(message));
  boss.on('error', (problem: unknown) => {
    const error = asError(problem);
    if (!closed && !isOutage(error)) log.error({ err: error }, 'the queue had an error');
  });
  return {
    boss,
    hurry: () => hurry.abort(),
    close() {
      closed = true;
    },
  };
}

/**
 * Repeats statements through an outage, so that the end of a job is recorded when the database is back and
 * the job does not run again. A statement may be sent twice when only its result was lost: pg-boss's
 * statements allow that, since each names its attempt or key.
 */
function withRetries({ pool, log, patience, calm }: ConnectionSettings, hurry: AbortSignal) {
  let away = false;
  let failedAt = 0;
  return async (text: string, values?: unknown[]) => {
    const until = performance.now() + patience * 1000;
    for (let wait = 20; ; wait = Math.min(wait * 2, maxPause)) {
      try {
        const result = await pool.query(text, values);
        if (away && performance.now() - failedAt > calm * 1000) {
          log.info('the queue can reach the database again');
          away = false;
        }
        return result;
      } catch (error) {
        if (!isOutage(error)) throw error;
        if (!away) log.warn({ err: error }, 'the queue cannot reach the database and keeps trying');
        away = true;
        failedAt = performance.now();
        if (hurry.aborted || performance.now() > until) throw error;
        await pause(wait, undefined, { signal: hurry }).catch(() => undefined);
      }
    }
  };
}

function listenBy(listen: Listen) {
  return async (channel: string, hear: (payload: string) => void, missed?: () => void) => {
    const end = listen(channel, hear, missed);
    return { close: async () => void end() };
  };
}

/** pg-boss spreads errors into plain objects when it adds the worker to them. */
function asError(problem: unknown): Error {
  if (problem instanceof Error) return problem;
  const message =
    typeof problem === 'object' && problem !== null && 'message' in problem ? problem.message : problem;
  return Object.assign(new Error(String(message)), problem);
}
