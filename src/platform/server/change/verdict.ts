import { allows } from '../../contract/access.ts';
import type { Call } from '../../contract/call.ts';
import { type Actor, permissionsOf } from '../actor/actor.ts';
import { Refusal } from '../refusal/refusal.ts';

/**
 * What a rule says about one row and one viewer, permission included; nothing else decides. A rule that is
 * checked for each row of a list returns a function, since the sentence and the error cost far more than the
 * decision, and a list needs only the decision.
 */
export type Verdict = true | Refusal | (() => Refusal);

/** The permission of the call is all that is required; the rule looks at no row. */
export const byPermission: Verdict = true;

/**
 * Whether the viewer has the permission of a call: what a rule about a row checks first, since nothing else does. A service
 * token has the calls that name one of its permissions, and no others that are not public.
 */
export function mayCall(viewer: Actor, { access, tokens }: Pick<Call, 'access' | 'tokens'>): boolean {
  if (viewer.kind !== 'token' || access === 'public') return allows(access, permissionsOf(viewer));
  return tokens !== undefined && viewer.permissions.has(tokens);
}

/** Whether a verdict allows, for the `can` of a row. */
export function isAllowed(verdict: Verdict): boolean {
  return verdict === true;
}

/** @throws Refusal unless the verdict allows */
export function demandAllowed(verdict: Verdict): void {
  if (verdict !== true) throw verdict instanceof Refusal ? verdict : verdict();
}
