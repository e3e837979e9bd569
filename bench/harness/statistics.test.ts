import { expect, test } from 'vitest';
import { percentile, spreadOf } from './statistics.ts';

test('the median of an odd number of values is the one in the middle', () => {
  expect(spreadOf([9, 1, 5])).toEqual({ median: 5, least: 1, most: 9 });
});

test('of an even number it is between the two in the middle, and numbers are not sorted as text', () => {
  expect(spreadOf([10, 9, 100, 8])).toEqual({ median: 9.5, least: 8, most: 100 });
});

test('without measurements there is no figure', () => {
  expect(() => spreadOf([])).toThrow('Nothing was measured.');
});

test.each([
  [0.5, 50],
  [0.95, 95],
  [0.99, 99],
  [1, 100],
  [0, 1],
])('by the nearest rank, %d of a hundred values are at or below %d', (share, value) => {
  const sorted = Array.from({ length: 100 }, (_, index) => index + 1);
  expect(percentile(sorted, share)).toBe(value);
});

test('with fewer than a hundred values, the slowest of a hundred is the slowest of all', () => {
  expect(percentile([3, 4, 8], 0.99)).toBe(8);
  expect(percentile([], 0.99)).toBeNaN();
});
