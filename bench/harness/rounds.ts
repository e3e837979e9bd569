/** Runs the sides in turns, A B A B, so that a disturbance of the machine affects all of them. */
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
