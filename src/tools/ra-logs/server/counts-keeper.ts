import type { FastifyBaseLogger } from 'fastify';
import type { Unaudited } from '../../../platform/server/change/unaudited.ts';
import { foldChanges } from './counts.ts';

/** From so many waiting changes on, reading them costs more than folding them. */
const manyChanges = 1_000;

export interface CountsKeeper {
  /** Told by whoever read the counts; folds in the background when it is worth it. */
  noticed(waiting: number): void;
  stop(): Promise<void>;
}

export function createCountsKeeper(unaudited: Unaudited, log: FastifyBaseLogger): CountsKeeper {
  let folding: Promise<void> | null = null;
  return {
    noticed(waiting) {
      if (waiting < manyChanges || folding !== null) return;
      folding = foldChanges(unaudited('list counts'))
        // Nothing is lost: the changes still count where they are.
        .catch((error: unknown) => log.warn({ err: error }, 'the counts of RA logs could not be folded'))
        .finally(() => {
          folding = null;
        });
    },
    stop: async () => {
      await folding;
    },
  };
}
