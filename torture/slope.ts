/**
 * Growth of a value per minute, by least squares.
 * @param points Minutes and values.
 */
export function slopePerMinute(points: readonly (readonly [minute: number, value: number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [minute, value] = [mean(points.map(([at]) => at)), mean(points.map(([, found]) => found))];
  const together = points.reduce((sum, [at, found]) => sum + (at - minute) * (found - value), 0);
  const spread = points.reduce((sum, [at]) => sum + (at - minute) ** 2, 0);
  return spread === 0 ? 0 : together / spread;
}
