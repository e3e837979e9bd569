import type { ServerResponse } from 'node:http';
import { Refusal } from '../refusal/refusal.ts';
import type { ConnectionLimits } from './limits.ts';

/** A request's right to be worked on. */
export interface Turn {
  /** Works on the request; the turn ends with the work. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * A few requests of one person are worked on at once, and the others wait unread. Without it, someone who sends a
 * thousand at once has the processor and all connections to the database until the last one has its response, and
 * everyone else waits behind them.
 */
export interface PersonTurns {
  /**
   * Waits for a turn. One that no work began, since the body was refused or its client left, ends with the response.
   * @throws Refusal `too-many` when too many requests of that person wait
   */
  take(who: string, response: ServerResponse): Promise<Turn>;
}

interface Line {
  workedOn: number;
  waiting: Set<() => void>;
}

export function createPersonTurns(limits: ConnectionLimits['turns']): PersonTurns {
  const lines = new Map<string, Line>();

  /** @throws Refusal `too-many` */
  async function waitIn(line: Line, response: ServerResponse): Promise<void> {
    if (line.workedOn < limits.workedOn) {
      line.workedOn += 1;
      return;
    }
    if (line.waiting.size >= limits.waiting) {
      const detail = 'Quad is still working on your other requests. Try again in a moment.';
      throw new Refusal('too-many', detail, { retryAfterSeconds: 5 });
    }
    await new Promise<void>((resolve) => {
      // Whoever has left is never called, and nothing is kept for them.
      const leave = () => line.waiting.delete(begin);
      const begin = () => {
        response.off('close', leave);
        resolve();
      };
      line.waiting.add(begin);
      response.once('close', leave);
    });
  }

  /** Lets the next one begin. */
  function leave(who: string, line: Line): void {
    const [next] = line.waiting;
    if (next !== undefined) {
      line.waiting.delete(next);
      next();
      return;
    }
    line.workedOn -= 1;
    if (line.workedOn === 0) lines.delete(who);
  }

  return {
    async take(who, response) {
      const line = lines.get(who) ?? { workedOn: 0, waiting: new Set() };
      lines.set(who, line);
      await waitIn(line, response);
      let state: 'taken' | 'working' | 'over' = 'taken';
      const end = () => {
        if (state !== 'over') leave(who, line);
        state = 'over';
      };
      const giveUp = () => {
        if (state === 'taken') end();
      };
      if (response.closed) giveUp();
      else response.once('close', giveUp);
      return {
        async during(work) {
          if (state === 'taken') state = 'working';
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
