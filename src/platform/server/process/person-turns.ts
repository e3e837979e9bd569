import { unavailable } from '../refusal/refusal.ts';

interface Waiting {
  who: string;
  go(): void;
}

/**
 * At most this many at once, and one for each person, so that no one can have every turn. Others wait, and are refused
 * if their turn does not come within `seconds`.
 */
export function createTurns(most: number, seconds: number) {
  const working = new Set<string>();
  const waiting = new Set<Waiting>();
  const goOn = () => {
    for (const next of waiting) {
      if (working.size >= most) return;
      if (working.has(next.who)) continue;
      waiting.delete(next);
      working.add(next.who);
      next.go();
    }
  };
  const begin = (who: string) =>
    new Promise<void>((resolve, reject) => {
      const one: Waiting = {
        who,
        go() {
          clearTimeout(limit);
          resolve();
        },
      };
      const limit = setTimeout(() => {
        waiting.delete(one);
        reject(unavailable(undefined, 30));
      }, seconds * 1_000);
      waiting.add(one);
      goOn();
    });
  /** @param who The id of the person the work is for */
  return async <T>(who: string, work: () => Promise<T>): Promise<T> => {
    await begin(who);
    try {
      return await work();
    } finally {
      working.delete(who);
      goOn();
    }
  };
}
