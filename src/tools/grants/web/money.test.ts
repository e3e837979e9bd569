import { expect, test } from 'vitest';
import { mileageCents, sayMileageRate } from './money.ts';

test('a mileage rate counts to a tenth of a cent', () => {
  expect(mileageCents(100, 0.725)).toBe(7_250);
  expect(mileageCents(101, 0.655)).toBe(6_616);
  expect(mileageCents(100, 0.55)).toBe(5_500);
  expect(['0.725', '0.55', '0.7', '1'].map((rate) => sayMileageRate(Number(rate)))).toEqual([
    '0.725',
    '0.55',
    '0.70',
    '1.00',
  ]);
});
