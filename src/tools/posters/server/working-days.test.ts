import { expect, test } from 'vitest';
import { afterWorkingDays } from './working-days.ts';

test.each([
  // Monday to Thursday.
  ['2026-11-16', 3, '2026-11-19'],
  // Over a weekend.
  ['2026-11-20', 1, '2026-11-23'],
  // From a Sunday: its Monday is the first.
  ['2026-11-22', 1, '2026-11-23'],
  // Over Thanksgiving and the weekend after it.
  ['2026-11-24', 3, '2026-12-01'],
  ['2026-11-20', 0, '2026-11-20'],
  ['2026-11-26', 0, '2026-11-30'],
  ['2026-12-30', 2, '2027-01-04'],
])('from %s, %i working days lead to %s', (start, days, end) => {
  const holidays = new Set(['2026-11-26', '2026-11-27', '2027-01-01']);
  expect(afterWorkingDays(start, days, holidays)).toBe(end);
});
