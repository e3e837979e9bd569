/** Field names; those in one list are answered by one question and stay together. */
export type Answers<Values> = readonly (readonly (keyof Values)[])[];

/**
 * What a form says after someone else saved first: what this person changed stays, and the rest is as it was saved, so
 * that a save does not put it back.
 * @param before What was there when the person began.
 * @param current What is there now.
 */
export function newerValues<Values extends object>(
  typed: Values,
  { before, current }: { before: Values; current: Values },
  answers: Answers<Values>,
): Values {
  const together = new Set(answers.flat());
  const alone = (Object.keys(current) as (keyof Values)[]).filter((name) => !together.has(name));
  const untouched = [...answers, ...alone.map((name) => [name])].filter((names) =>
    names.every((name) => isSame(typed[name], before[name])),
  );
  const taken = untouched.flat().map((name) => [name, current[name]]);
  return { ...typed, ...(Object.fromEntries(taken) as Partial<Values>) };
}

function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && one.every((value, index) => value === other[index]);
}
