import type { Actor } from '../../../platform/server/actor/actor.ts';
import type { Verdict } from '../../../platform/server/change/verdict.ts';
import { refusalOf } from '../../../platform/server/http/declared-refusal.ts';
import { changePerson } from '../contract.ts';

/** Whoever could block themselves might leave a college without anybody who can undo it. */
export function mayBlock(actor: Actor, person: { id: string }): Verdict {
  if (actor.kind !== 'person' || actor.id !== person.id) return true;
  return refusalOf(changePerson, 'own-account');
}
