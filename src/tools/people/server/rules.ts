import type { Actor } from '../../../platform/server/actor/actor.ts';
import type { Verdict } from '../../../platform/server/change/verdict.ts';
import { Refusal } from '../../../platform/server/http/refusal.ts';
import { changePerson } from '../contract.ts';

/** Whoever could block themselves might leave a college without anybody who can undo it. */
export function mayBlock(actor: Actor, person: { id: string }): Verdict {
  if (actor.kind !== 'person' || actor.id !== person.id) return true;
  const { kind, detail } = changePerson.refusals['own-account'];
  return new Refusal(kind, detail, { reason: 'own-account' });
}
