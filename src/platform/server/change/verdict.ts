import { forbidden, Refusal } from '../http/refusal.ts';

/** What a rule says about one row and one viewer. */
export type Verdict = true | Refusal;

/** The permission of the call is all that is asked; the rule looks at no row. */
export const byPermission: Verdict = true;

/** @public For rules with a single condition. */
export function allowIf(condition: boolean, otherwise?: string): Verdict {
  return condition ? true : forbidden(otherwise);
}

/** Whether a verdict allows, for the `can` of a row. */
export function isAllowed(verdict: Verdict): boolean {
  return !(verdict instanceof Refusal);
}
