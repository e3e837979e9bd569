/** The median, and the range of the values. */
export interface Spread {
  median: number;
  least: number;
  most: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other);
  const { length } = sorted;
  if (length === 0) throw new Error('Nothing was measured.');
  const at = (index: number) => sorted[index] ?? Number.NaN;
  const middle = Math.floor(length / 2);
  const median = length % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2;
  return { median, least: at(0), most: at(length - 1) };
}

/** The value at or below which this share (0 to 1) of the sorted values is, by the nearest rank. */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  const rank = Math.ceil(sorted.length * share);
  return sorted[Math.max(0, rank - 1)] ?? Number.NaN;
}
