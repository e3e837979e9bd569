/** Lets the sides take their turns, A B A B, so that what disturbs the machine disturbs all of them. */
export async function interleave<Name extends string, Result>(
  rounds: number,
  sides: Readonly<Record<Name, () => Promise<Result>>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(sides) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Result[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of names) results[name].push(await sides[name]());
  }
  return results;
}
