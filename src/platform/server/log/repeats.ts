import type { FastifyBaseLogger } from 'fastify';

/** Writes one line for many equal ones: at once, or only counted when one of its kind was written a moment ago. */
export interface Repeats {
  error(kind: string, error: unknown, message: string): void;
  /** @param about What the line says besides its kind and message */
  warn(kind: string, about: object, message: string): void;
}

/** At most one line of a kind is written in this time, in milliseconds. */
const window = 10_000;

/**
 * Keeps an outage from flooding the log: the first failure of a kind is logged at once with its stack, those
 * of the next seconds in one line with their number.
 */
export function createRepeats(log: Pick<FastifyBaseLogger, 'error' | 'warn'>, every = window): Repeats {
  type Level = 'error' | 'warn';
  const kinds = new Map<string, { more: number; message: string; level: Level }>();

  function close(kind: string): void {
    const { more = 0, message = '', level = 'error' } = kinds.get(kind) ?? {};
    kinds.delete(kind);
    if (more === 0) return;
    log[level]({ kind, more }, `${message} (${more} more within ${Math.round(every / 1000)} seconds)`);
    open(kind, message, level);
  }

  function open(kind: string, message: string, level: Level): void {
    kinds.set(kind, { more: 0, message, level });
    setTimeout(close, every, kind).unref();
  }

  function note(level: Level, kind: string, about: object, message: string): void {
    const known = kinds.get(kind);
    if (known !== undefined) {
      known.more += 1;
      return;
    }
    log[level]({ ...about, kind }, message);
    open(kind, message, level);
  }

  return {
    error: (kind, error, message) => note('error', kind, { err: error }, message),
    warn: (kind, about, message) => note('warn', kind, about, message),
  };
}
