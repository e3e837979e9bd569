import type { ChangeService } from '../change/change.ts';

/** For a job that finds rows first and changes them later: each step is done just before one of its changes begins. */
export function overtake(change: ChangeService, ...steps: (() => Promise<unknown>)[]): ChangeService {
  return {
    ...change,
    changeAsSystem: (name) => async (work) => {
      await steps.shift()?.();
      return change.changeAsSystem(name)(work);
    },
  };
}
