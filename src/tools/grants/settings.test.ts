import { expect, test } from 'vitest';
import { grantsSettings } from './settings.ts';

test('a mileage rate has tenths of a cent, as the IRS sets it, and nothing smaller', () => {
  const read = (value: number) =>
    grantsSettings.campus.safeParse({ mileage: [{ from: '2026-01-01', value }] });
  expect(read(0.725).data?.mileage).toEqual([{ from: '2026-01-01', value: 0.725 }]);
  expect(read(0.655).success).toBe(true);
  expect(read(0.7255).error?.issues[0]?.message).toBe('Use at most three decimals.');
});
