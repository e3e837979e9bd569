import { expect, test } from 'vitest';
import { amountOf } from './money.ts';

test.each([
  ['12', 12],
  ['1,234.5', 1234.5],
  ['$ 1234.50', 1234.5],
  [' .05 ', 0.05],
  ['0.1', 0.1],
  ['19.99', 19.99],
])('%s is an amount', (text, amount) => {
  expect(amountOf(text)).toBe(amount);
});

test.each(['', '.', '$', '12,5', '1,2345', '1.234', '-3', '1e3', 'twelve', '1 000'])(
  '"%s" is not an amount',
  (text) => {
    expect(amountOf(text)).toBeNull();
  },
);
