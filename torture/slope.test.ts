import { expect, test } from 'vitest';
import { slopePerMinute } from './slope.ts';

test('a slope is the growth per minute, regardless of the first value', () => {
  expect(
    slopePerMinute([
      [1, 100],
      [2, 103],
      [3, 106],
      [4, 109],
    ]),
  ).toBeCloseTo(3);
  expect(
    slopePerMinute([
      [0, 5],
      [10, 5],
    ]),
  ).toBe(0);
  expect(slopePerMinute([[7, 5]])).toBe(0);
});
