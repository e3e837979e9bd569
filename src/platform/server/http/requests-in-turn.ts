import type { ServerResponse } from 'node:http';
import { createLine, type Line } from '../concurrency/line.ts';
import { Refusal } from '../refusal/refusal.ts';
import type { TurnLimits } from './limits.ts';

/** A request's right to be worked on. */
export interface Turn {
  /** Works on the request; the turn ends with the work. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Works on a few requests of a person at a time and leaves the rest unread until one is done. Without it, someone who
 * sends a thousand at once has the processor and all connections to the database until the last one has its response,
 * and everyone else waits behind them.
 */
export interface RequestsInTurn {
  /**
   * Waits for a turn. If the body is refused or its client leaves before the work begins, it ends with the response.
   * @throws Refusal `too-many` if too many of that person's requests are waiting, this one has waited too long, or the
   *   client has left
   */
  take(who: string, response: ServerResponse): Promise<Turn>;
}

/** @param limits With `wait`, a request waits no longer than this, in milliseconds. */
export function createRequestsInTurn(limits: TurnLimits & { wait?: number }): RequestsInTurn {
  const { workedOn, waiting, wait } = limits;
  const lines = new Map<string, Line>();
  return {
    async take(who, response) {
      const line = lines.get(who) ?? createLine(workedOn);
      if (line.isFull && line.length >= waiting) throw tooMany();
      lines.set(who, line);
      const forgetIfEmpty = () => void (line.isEmpty && lines.delete(who));
      const closing = new AbortController();
      const closed = closing.signal;
      const leave = () => closing.abort();
      if (response.closed) leave();
      else response.once('close', leave);
      const given = wait === undefined ? closed : AbortSignal.any([closed, AbortSignal.timeout(wait)]);
      if (!(await line.enter(given))) {
        forgetIfEmpty();
        throw tooMany();
      }
      let isOver = false;
      const end = () => {
        if (isOver) return;
        isOver = true;
        line.leave();
        forgetIfEmpty();
      };
      if (closed.aborted) end();
      else closed.addEventListener('abort', end);
      return {
        async during(work) {
          // The client may leave now, but the work goes on. Aborting at the end of every response would cost a tenth
          // of the server's time: each creates an error with a stack trace.
          closed.removeEventListener('abort', end);
          response.off('close', leave);
          try {
            return await work();
          } finally {
            end();
          }
        },
      };
    },
  };
}

function tooMany(): Refusal {
  const detail = 'The portal is still working on your other requests. Try again in a moment.';
  return new Refusal('too-many', detail, { retryAfterSeconds: 5 });
}
