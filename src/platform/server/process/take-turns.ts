import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * For long work on user input: awaited between its steps, it lets other requests run as soon as the work has
 * taken `slice` milliseconds. Counted by time, since no one knows how long a step takes on any input.
 */
export function takeTurns(slice = 10): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < slice) return;
    await nextTurn();
    began = performance.now();
  };
}
