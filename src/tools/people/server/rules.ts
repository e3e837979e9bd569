import type { Actor } from '../../../platform/server/actor/actor.ts';
import type { Verdict } from '../../../platform/server/change/verdict.ts';
import { refusalOf } from '../../../platform/server/refusal/declared-refusal.ts';
import { changePerson } from '../contract.ts';

/** Whoever could block themselves might leave a college without anybody who can undo it. */
export function mayBlock(actor: Actor, person: { id: string }): Verdict {
  if (actor.kind !== 'person' || actor.id !== person.id) return true;
  return refusalOf(changePerson, 'own-account');
}

/** What is said to whoever decides on an older state: who changed it, and to what. */
export function decidedMeanwhile(person: { disabled: boolean; decided_by: string | null }): string {
  const what = person.disabled ? 'blocked this person' : 'let this person in again';
  return `${person.decided_by ?? 'Somebody'} ${what} meanwhile. Please look at the newer state and decide again.`;
}
