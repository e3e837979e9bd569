/**
 * How far two samples differ, by the Mann-Whitney U test with its normal approximation: 0 is not at all, beyond 3.29 is
 * chance one time in a thousand. Ties share their rank.
 */
export function rankSum(one: readonly number[], other: readonly number[]): number {
  const all = [
    ...one.map((value) => ({ value, isOne: true })),
    ...other.map((value) => ({ value, isOne: false })),
  ];
  all.sort((a, b) => a.value - b.value);
  let sum = 0;
  for (let start = 0; start < all.length; ) {
    let end = start;
    while (end < all.length && all[end]?.value === all[start]?.value) end += 1;
    const rank = (start + 1 + end) / 2;
    sum += rank * all.slice(start, end).filter(({ isOne }) => isOne).length;
    start = end;
  }
  const [n, m] = [one.length, other.length];
  const u = sum - (n * (n + 1)) / 2;
  const spread = Math.sqrt((n * m * (n + m + 1)) / 12);
  return spread === 0 ? 0 : (u - (n * m) / 2) / spread;
}
