import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '../refusal/refusal.ts';
import { isOutage } from './database.ts';
import { allowsNoMore } from './guarded-pool.ts';
import { MigrationError } from './migrate.ts';

/**
 * Pauses between two tries in milliseconds: the first one, and the longest, which bounds how late we notice
 * that the database is back.
 */
export interface WaitingPace {
  first: number;
  longest: number;
}

const defaultPace: WaitingPace = { first: 250, longest: 2_000 };
/** How often the same sentence is repeated, in milliseconds. */
const repeatAfter = 60_000;

/**
 * Retries the work while the database is down or does not let us in: someone may be starting it, or setting
 * the password there, and a server that gave up would have to be started by hand.
 * @param say Gets a sentence about why we wait: at first, when the reason changes, and once a minute.
 * @throws Any error that is not about reaching the database, such as a schema newer than this code
 */
export async function whenDatabaseAnswers<Result>(
  work: () => Promise<Result>,
  say: (sentence: string, error: unknown) => Promise<void>,
  pace: WaitingPace = defaultPace,
): Promise<Result> {
  let said = { sentence: '', at: Number.NEGATIVE_INFINITY };
  for (let wait = pace.first; ; wait = Math.min(wait * 2, pace.longest)) {
    try {
      return await work();
    } catch (error) {
      const cause = causeOf(error);
      if (cause === null) throw error;
      const sentence = whyAway(cause);
      if (sentence !== said.sentence || performance.now() - said.at > repeatAfter) {
        said = { sentence, at: performance.now() };
        await say(`${sentence} Quad keeps trying.`, cause);
      }
    }
    await pause(wait);
  }
}

/** Why the database could not be used, or `null` if that is not what went wrong. */
function causeOf(error: unknown): Error | null {
  if (error instanceof MigrationError) return causeOf(error.cause);
  if (error instanceof Refusal && error.kind === 'unavailable') {
    return error.details.cause instanceof Error ? error.details.cause : error;
  }
  return isOutage(error) ? error : null;
}

/** By SQLSTATE: what the person who runs Quad can fix. */
const sentences: Record<string, string> = {
  '28P01': 'The database rejected the user or password in DATABASE_URL.',
  '28000': 'The database does not let the user in DATABASE_URL connect.',
  '3D000': 'The database named in DATABASE_URL does not exist.',
  '25006': 'The database accepts no writes: it is a standby, or default_transaction_read_only is on.',
  '53100': 'The disk of the database is full.',
  '55P03': 'Tables of the database are locked, for example by an upgrade that is under way.',
  '57P03': 'The database is starting up or shutting down.',
};

const noMore =
  'The database allows Quad no more connections (max_connections, a limit of the role or the database, or max_client_conn of PgBouncer).';

/** A sentence for the person who runs Quad: why the database could not be reached or did not let us in. */
export function whyAway(cause: Error): string {
  const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : '';
  // A certificate, not the socket, which is connected to rather than read.
  if ('syscall' in cause && cause.syscall === 'open' && 'path' in cause)
    return `The file ${String(cause.path)} that DATABASE_URL names cannot be read (${code}).`;
  if (allowsNoMore(cause)) return noMore;
  return sentences[code] ?? `The database cannot be reached (${code === '' ? cause.message : code}).`;
}
