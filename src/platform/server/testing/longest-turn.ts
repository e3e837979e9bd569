/** The longest that everyone else had to wait, in milliseconds. */
export interface TurnWatch {
  longest(): number;
  stop(): void;
}

/**
 * Measures how long the event loop is busy with one thing. Counts the processor time of this thread instead of the
 * clock, so that other programs on the machine make no difference.
 */
export function watchTurns(): TurnWatch {
  let longest = 0;
  let before = busyTime();
  const look = () => {
    const now = busyTime();
    longest = Math.max(longest, now - before);
    before = now;
  };
  const timer = setInterval(look, 1);
  return {
    longest() {
      look();
      const found = longest;
      longest = 0;
      return found;
    },
    stop: () => clearInterval(timer),
  };
}

/** Milliseconds of processor time that this thread has taken so far. */
export function busyTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
