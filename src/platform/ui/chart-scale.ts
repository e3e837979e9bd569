/** The steps of an axis from zero to at least `largest`: at most five whole numbers, 1, 2 or 5 times 10^n apart. */
export function axisSteps(largest: number): number[] {
  const rough = Math.max(largest, 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough) ?? rough,
  );
  const count = Math.max(1, Math.ceil(largest / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/**
 * Which of `count` labels are written below a chart so that each has `room` pixels: evenly spaced, and always the last
 * one, because people look for it.
 */
export function labeledIndexes(count: number, width: number, room: number): number[] {
  if (count === 0) return [];
  const every = Math.max(1, Math.ceil((count * room) / Math.max(width, room)));
  const indexes: number[] = [];
  for (let index = count - 1; index >= 0; index -= every) indexes.unshift(index);
  return indexes;
}
