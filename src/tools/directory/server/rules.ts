import type { Actor } from '../../../platform/server/actor/actor.ts';
import { mayCall, type Verdict } from '../../../platform/server/change/verdict.ts';
import type { RunRow } from '../../../platform/server/directory/runs.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { forbidden } from '../../../platform/server/refusal/refusal.ts';
import { confirmRun } from '../contract.ts';

/** Only what is waiting can be confirmed or discarded. */
export function mayDecide(viewer: Actor, { state }: Pick<RunRow, 'state'>): Verdict {
  if (!mayCall(viewer, confirmRun)) return forbidden;
  return state === 'waiting' ? true : () => refusalOf(confirmRun, 'decided');
}
