import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import type { Unaudited } from '../change/unaudited.ts';
import type { Database, WriteTransaction } from '../db/database.ts';
import { createRepeats } from '../log/repeats.ts';

/** From this many waiting changes on, reading them costs more than folding them. */
const manyChanges = 1_000;

/** Counts of a list's rows, kept by appending changes that are folded into them from time to time. */
export interface KeptCounts {
  /** The name of the list, for locks and log lines. */
  list: string;
  /** Adds the waiting changes to the counts. Readers see each change either waiting or added, never both. */
  fold(transaction: WriteTransaction): Promise<void>;
}

export interface CountsKeeper {
  /** Call it after reading the counts; folds in the background when it is worth it. */
  noticed(waiting: number): void;
  stop(): Promise<void>;
}

export function createCountsKeeper(
  counts: KeptCounts,
  unaudited: Unaudited,
  log: FastifyBaseLogger,
): CountsKeeper {
  let folding: Promise<void> | null = null;
  const repeats = createRepeats(log);
  const failed = `the counts of ${counts.list} could not be folded`;
  return {
    noticed(waiting) {
      if (waiting < manyChanges || folding !== null) return;
      folding = foldCounts(counts, unaudited('list counts'))
        // Nothing is lost: the changes still count where they are.
        .catch((error: unknown) => repeats.warn(failed, { err: error }, failed))
        .finally(() => {
          folding = null;
        });
    },
    stop: async () => {
      await folding;
    },
  };
}

/** Folds the waiting changes, unless another instance is doing so right now. */
export async function foldCounts({ list, fold }: KeptCounts, database: Database): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(hashtext(${`quad.${list}.counts`})) as free`.execute(transaction);
    if (rows[0]?.free === true) await fold(transaction);
  });
}
