import { allows } from '../../contract/access.ts';
import type { Call } from '../../contract/call.ts';
import { type Actor, permissionsOf } from '../actor/actor.ts';
import { Refusal } from '../refusal/refusal.ts';

/**
 * What a rule says about one row and one viewer, permission included: no other place says yes or no. A rule that is
 * asked for each row of a list answers a function, since the sentence and the error cost far more than the decision,
 * and a list wants the decision alone.
 */
export type Verdict = true | Refusal | (() => Refusal);

/** The permission of the call is all that is asked; the rule looks at no row. */
export const byPermission: Verdict = true;

/** Whether the viewer has the permission of a call: what a rule about a row asks first, since it decides alone. */
export function mayCall(viewer: Actor, { access }: Pick<Call, 'access'>): boolean {
  return allows(access, permissionsOf(viewer));
}

/** Whether a verdict allows, for the `can` of a row. */
export function isAllowed(verdict: Verdict): boolean {
  return verdict === true;
}

/** @throws Refusal unless the verdict allows */
export function demandAllowed(verdict: Verdict): void {
  if (verdict !== true) throw verdict instanceof Refusal ? verdict : verdict();
}
