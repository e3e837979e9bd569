import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * For long work on what somebody sent: awaited between its steps, it lets other requests have their turn as soon as the
 * work has had `slice` milliseconds. Counted by time, since nobody knows how long a step takes on whatever was sent.
 */
export function takeTurns(slice = 10): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < slice) return;
    await nextTurn();
    began = performance.now();
  };
}
