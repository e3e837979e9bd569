const units = [
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** How long it still works: `in 6 months`, `in 3 days`. Months from two on, so that the last weeks are shown in days. */
export function timeLeft(until: number, now: number): string {
  const left = until - now;
  const [unit, length] = units.find(([name, ms]) => left >= (name === 'month' ? 2 * ms : ms)) ?? units[3];
  return new Intl.RelativeTimeFormat('en-US').format(Math.floor(left / length), unit);
}
