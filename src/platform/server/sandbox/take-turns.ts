import { unavailable } from '../refusal/refusal.ts';

/** At most so many at once; others wait their turn, and are refused when it does not come within `seconds`. */
export function createTurns(most: number, seconds: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  const begin = () =>
    new Promise<void>((resolve, reject) => {
      if (running < most) {
        running += 1;
        return resolve();
      }
      const go = () => {
        clearTimeout(limit);
        resolve();
      };
      const limit = setTimeout(() => {
        waiting.splice(waiting.indexOf(go), 1);
        reject(unavailable(undefined, 30));
      }, seconds * 1_000);
      waiting.push(go);
    });
  return async <T>(work: () => Promise<T>): Promise<T> => {
    await begin();
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
