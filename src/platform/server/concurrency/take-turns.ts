import { setImmediate as nextTurn } from 'node:timers/promises';

/** In milliseconds: by time, since no one knows how long a step takes on any input. */
const slice = 10;

/** For long work on user input: awaited between its steps, it lets other requests run once the work has taken a while. */
export function takeTurns(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < slice) return;
    await nextTurn();
    began = performance.now();
  };
}
