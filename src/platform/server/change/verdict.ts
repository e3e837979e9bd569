import { forbidden, Refusal } from '../refusal/refusal.ts';

/**
 * What a rule says about one row and one viewer. A rule that is asked for each row of a list answers a function, since
 * the sentence and the error cost far more than the decision, and a list wants the decision alone.
 */
export type Verdict = true | Refusal | (() => Refusal);

/** The permission of the call is all that is asked; the rule looks at no row. */
export const byPermission: Verdict = true;

/** @public For rules with a single condition. */
export function allowIf(condition: boolean, otherwise?: string): Verdict {
  return condition ? true : forbidden(otherwise);
}

/** Whether a verdict allows, for the `can` of a row. */
export function isAllowed(verdict: Verdict): boolean {
  return verdict === true;
}

/** @throws Refusal unless the verdict allows */
export function demandAllowed(verdict: Verdict): void {
  if (verdict !== true) throw verdict instanceof Refusal ? verdict : verdict();
}
