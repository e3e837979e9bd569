/** Lets a limited number in at once; the others wait, first come, first served. */
export interface Line {
  /** Of those who wait. */
  readonly length: number;
  /** No place is free: the next one has to wait. */
  readonly isFull: boolean;
  /** No one is in, and no one waits. */
  readonly isEmpty: boolean;
  /**
   * Waits for a place.
   * @param signal Ends the wait
   * @returns Whether there was one; if so, give it back with `leave`
   */
  enter(signal: AbortSignal): Promise<boolean>;
  leave(): void;
  /** Does the work in a place. @throws what `tooLate` returns, if there was none before the signal */
  during<T>(signal: AbortSignal, work: () => Promise<T>, tooLate: () => Error): Promise<T>;
}

/** @param most How many are in at once */
export function createLine(most: number): Line {
  let inside = 0;
  const waiting = new Set<() => void>();
  const line: Line = {
    get length() {
      return waiting.size;
    },
    get isFull() {
      return inside >= most;
    },
    get isEmpty() {
      return inside === 0 && waiting.size === 0;
    },
    enter(signal) {
      if (signal.aborted) return Promise.resolve(false);
      if (inside < most) {
        inside += 1;
        return Promise.resolve(true);
      }
      return new Promise((resolve) => {
        const giveUp = () => {
          waiting.delete(goIn);
          resolve(false);
        };
        const goIn = () => {
          waiting.delete(goIn);
          signal.removeEventListener('abort', giveUp);
          resolve(true);
        };
        waiting.add(goIn);
        signal.addEventListener('abort', giveUp, { once: true });
      });
    },
    leave() {
      const [next] = waiting;
      if (next === undefined) inside -= 1;
      else next();
    },
    async during(signal, work, tooLate) {
      if (!(await line.enter(signal))) throw tooLate();
      try {
        return await work();
      } finally {
        line.leave();
      }
    },
  };
  return line;
}
