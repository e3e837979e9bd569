import { expect, test } from 'vitest';
import { axisSteps, labeledIndexes } from './chart-scale.ts';

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [7, [0, 2, 4, 6, 8]],
  [93, [0, 50, 100]],
  [1_000_000, [0, 500_000, 1_000_000]],
])('an axis up to %i has the steps %j', (largest, steps) => {
  expect(axisSteps(largest)).toEqual(steps);
});

test('as many labels are written as fit, including the last one', () => {
  expect(labeledIndexes(30, 600, 60)).toEqual([2, 5, 8, 11, 14, 17, 20, 23, 26, 29]);
  expect(labeledIndexes(3, 600, 60)).toEqual([0, 1, 2]);
  expect(labeledIndexes(30, 0, 60)).toEqual([29]);
  expect(labeledIndexes(0, 600, 60)).toEqual([]);
});
