import { expect, test } from 'vitest';
import { isReviewDue } from './review.ts';

test.each([
  ['2025-11-21', '2026-11-21T12:00:00Z', false],
  ['2025-11-20', '2026-11-21T12:00:00Z', true],
  // It is still the evening before in Boise.
  ['2025-11-20', '2026-11-21T06:59:59Z', false],
  ['2024-02-29', '2025-02-28T20:00:00Z', false],
  ['2024-02-29', '2025-03-01T20:00:00Z', true],
  ['2027-01-01', '2026-11-21T12:00:00Z', false],
])('a review of %s is due at %s: %s', (reviewedOn, now, due) => {
  expect(isReviewDue(reviewedOn, 'America/Boise', new Date(now))).toBe(due);
});
