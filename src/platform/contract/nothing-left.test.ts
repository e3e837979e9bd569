import { expect, test } from 'vitest';
import type { NothingLeft } from './nothing-left.ts';

test('a column that no one named does not compile', () => {
  const row: { id: string; name: string; notes?: string } = { id: '1', name: 'Umbrella' };
  const { id, name, ...others } = row;
  // @ts-expect-error The notes are neither sent nor left out by name.
  others satisfies NothingLeft;
  const { notes, ...rest } = others;
  rest satisfies NothingLeft;
  expect([id, name, notes]).toEqual(['1', 'Umbrella', undefined]);
});
