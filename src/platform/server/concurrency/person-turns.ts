import { unavailable } from '../refusal/refusal.ts';
import { createLine, type Line } from './line.ts';

/**
 * At most this many at once, and one for each person, so that no one can have every turn. Others wait, and are refused
 * if their turn does not come within `seconds`.
 */
export function createTurns(most: number, seconds: number) {
  const everyone = createLine(most);
  const persons = new Map<string, Line>();
  const tooLate = () => unavailable(undefined, 30);

  /** @param who The id of the person the work is for */
  return async <T>(who: string, work: () => Promise<T>): Promise<T> => {
    const own = persons.get(who) ?? createLine(1);
    persons.set(who, own);
    const limit = AbortSignal.timeout(seconds * 1_000);
    try {
      return await own.during(limit, () => everyone.during(limit, work, tooLate), tooLate);
    } finally {
      if (own.isEmpty) persons.delete(who);
    }
  };
}
