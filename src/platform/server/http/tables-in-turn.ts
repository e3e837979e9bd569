import { createLine } from '../concurrency/line.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { ConnectionLimits } from './limits.ts';

/** Smaller tables take little memory and do not wait. */
const small = 1024 * 1024;

/** Runs work while no other is under way. @throws Refusal `unavailable` after waiting too long */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** The tables of one request, in memory. */
export interface HeldTables {
  /** Counts bytes as they arrive. @throws Refusal `unavailable` if too many are held */
  add(bytes: number): void;
  /** Works on them; small ones do not wait. */
  inTurn: InTurn;
  /** Runs work within `inTurn` that waits in any case: now for small ones, and for large ones it has waited. */
  within: InTurn;
  /** Forgets them. */
  release(): void;
}

export interface TablesInTurn {
  open(): HeldTables;
  inTurn: InTurn;
}

/**
 * Keeps uploaded tables from filling the memory. Reading one of 20 MB takes more than a hundred: several at once would
 * end the process on a small machine, and with it everyone's requests.
 */
export function createTablesInTurn(limits: ConnectionLimits['tables']): TablesInTurn {
  let held = 0;
  const line = createLine(1);

  const inTurn: InTurn = (work) => line.during(AbortSignal.timeout(limits.wait), work, busy);

  return {
    inTurn,
    open() {
      let own = 0;
      return {
        add(bytes) {
          if (held + bytes > limits.held) throw busy();
          held += bytes;
          own += bytes;
        },
        inTurn: (work) => (own < small ? work() : inTurn(work)),
        within: (work) => (own < small ? inTurn(work) : work()),
        release() {
          held -= own;
          own = 0;
        },
      };
    },
  };
}

function busy(): Refusal {
  const detail = 'The portal is working on other large files. Nothing was saved. Try again in a minute.';
  return new Refusal('unavailable', detail, { retryAfterSeconds: 30 });
}
