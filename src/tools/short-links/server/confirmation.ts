import { sql } from 'kysely';
import { type Reader, readRows } from '../../../platform/server/db/database.ts';
import { changeCounter } from './write-queries.ts';

/** How often the database is asked whether links changed, in milliseconds. */
const pollEvery = 400;
/** How long memory is trusted after a confirmation, in milliseconds: no link is served for longer after its change. */
const trustFor = 1_000;
/** A query that hangs for longer no longer keeps the next one from being sent, in milliseconds. */
const hangsAfter = 2_000;

export interface Confirmation {
  /** Whether the database has confirmed within the last second that no remembered link changed. */
  isFresh(): boolean;
  /** The database's clock, in milliseconds of the epoch, as of the last query. */
  databaseNow(): number;
  /** Asks now; resolves when the result is there or the query has failed. */
  ask(): Promise<void>;
  /** Something may have changed just now: asks again, after a query that is under way. */
  hint(): void;
  stop(): void;
}

/**
 * Polls the change counter, which is authoritative; a notification only makes it poll sooner.
 * @param onChange Something changed: whatever was read before may be wrong.
 */
export function createConfirmation(reader: Reader, onChange: () => void): Confirmation {
  let counter: number | null = null;
  let confirmedAt = Number.NEGATIVE_INFINITY;
  let confirmedWall = Number.NEGATIVE_INFINITY;
  let databaseAhead = 0;
  let askedAt = Number.NEGATIVE_INFINITY;
  let asking = 0;
  let hinted = false;

  async function ask(): Promise<void> {
    const startedAt = performance.now();
    const startedWall = Date.now();
    askedAt = startedAt;
    asking += 1;
    try {
      const { value, now } = await readCounter(reader);
      // The result of an older query says nothing once a newer one has its own.
      if (startedAt <= confirmedAt) return;
      if (value !== counter) onChange();
      counter = value;
      databaseAhead = now - (startedWall + Date.now()) / 2;
      confirmedAt = startedAt;
      confirmedWall = startedWall;
    } catch {
      // Not confirmed: memory is no longer trusted within a second.
    } finally {
      asking -= 1;
      if (hinted) {
        hinted = false;
        void ask();
      }
    }
  }

  const timer = setInterval(() => {
    if (asking > 0 && performance.now() - askedAt < hangsAfter) return;
    void ask();
  }, pollEvery);
  timer.unref();

  return {
    // The wall clock, too: the monotonic one stops while the machine sleeps.
    isFresh: () => performance.now() - confirmedAt < trustFor && Date.now() - confirmedWall < trustFor,
    databaseNow: () => Date.now() + databaseAhead,
    ask,
    hint() {
      if (asking > 0) hinted = true;
      else void ask();
    },
    stop: () => clearInterval(timer),
  };
}

async function readCounter(reader: Reader): Promise<{ value: number; now: number }> {
  const rows = await readRows(
    reader,
    sql<{ value: number; now: number }>`
    select
      coalesce((select value from change_counters where name = ${changeCounter}), 0)::bigint as value,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
  );
  const [row] = rows;
  if (row === undefined) throw new Error('The database did not report the time.');
  return row;
}
