import type { FastifyBaseLogger } from 'fastify';

/** Writes one line for many equal ones. */
export interface Repeats {
  /** Writes the line, or only counts it when one of its kind was written a moment ago. */
  error(kind: string, error: unknown, message: string): void;
}

/** At most one line of a kind is written in this time, in milliseconds. */
const window = 10_000;

/**
 * Keeps an outage from flooding the log: the first failure of a kind is logged at once with its stack, those
 * of the next seconds in one line with their number.
 */
export function createRepeats(log: FastifyBaseLogger, every = window): Repeats {
  const kinds = new Map<string, { more: number; message: string }>();

  function close(kind: string): void {
    const { more = 0, message = '' } = kinds.get(kind) ?? {};
    kinds.delete(kind);
    if (more === 0) return;
    log.error({ kind, more }, `${message} (${more} more within ${Math.round(every / 1000)} seconds)`);
    open(kind, message);
  }

  function open(kind: string, message: string): void {
    kinds.set(kind, { more: 0, message });
    setTimeout(close, every, kind).unref();
  }

  return {
    error(kind, error, message) {
      const known = kinds.get(kind);
      if (known !== undefined) {
        known.more += 1;
        return;
      }
      log.error({ err: error, kind }, message);
      open(kind, message);
    },
  };
}
