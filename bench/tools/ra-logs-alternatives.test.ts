import { expect, test } from 'vitest';
import { nearerEnd } from './ra-logs-alternatives.ts';

test.each([
  ['the first page', 0, { from: 'newest', skip: 0, rows: 25 }],
  ['just before the middle', 25, { from: 'newest', skip: 25, rows: 25 }],
  ['just after it', 50, { from: 'oldest', skip: 35, rows: 25 }],
  ['a last page that is not full', 100, { from: 'oldest', skip: 0, rows: 10 }],
] as const)('%s is read from the nearer end', (_where, offset, expected) => {
  expect(nearerEnd({ offset, limit: 25, total: 110 })).toEqual(expected);
});
