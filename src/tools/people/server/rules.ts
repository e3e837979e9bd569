import type { Actor } from '../../../platform/server/actor/actor.ts';
import { mayCall, type Verdict } from '../../../platform/server/change/verdict.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { forbidden } from '../../../platform/server/refusal/refusal.ts';
import { changePerson, type Decision, decideLinkRequest } from '../contract.ts';

/** People who block themselves might leave a college with no one who can undo it. */
export function mayBlock(viewer: Actor, person: { id: string }): Verdict {
  if (!mayCall(viewer, changePerson)) return forbidden;
  if (viewer.kind !== 'person' || viewer.id !== person.id) return true;
  return () => refusalOf(changePerson, 'own-account');
}

export function mayUnblock(viewer: Actor): Verdict {
  return mayCall(viewer, changePerson) ? true : forbidden;
}

/** Keeping two accounts apart blocks the existing one. */
export function mayDecide(
  viewer: Actor,
  request: { person_id: string; directory_key: string | null },
  decision: Decision,
): Verdict {
  if (!mayCall(viewer, decideLinkRequest)) return forbidden;
  if (decision === 'separate' && request.directory_key !== null)
    return () => refusalOf(decideLinkRequest, 'about-record');
  return decision === 'separate' ? mayBlock(viewer, { id: request.person_id }) : true;
}

/** The sentence for someone who decides based on an older state: who changed it, and to what. */
export function decidedSince(person: { disabled: boolean; decided_by: string | null }): string {
  const what = person.disabled ? 'blocked this person' : 'unblocked this person';
  return `${person.decided_by ?? 'Someone'} ${what} in the meantime. Check the current state and decide again.`;
}
