import { expect, test } from 'vitest';
import { expiryOf } from './life.ts';
import { newWifiKey } from './new-key.ts';

test('keys have 16 characters that no one confuses, and all of these are used', () => {
  const keys = Array.from({ length: 2_000 }, newWifiKey);
  expect(keys.every((key) => /^[2-9A-HJ-NP-Za-km-np-z]{16}$/.test(key))).toBe(true);
  const used = new Set(keys.join(''));
  // 16 of so many are at least 80 bits.
  expect(used.size).toBe(56);
  expect(Math.log2(used.size) * 16).toBeGreaterThan(80);
  expect(new Set(keys).size).toBe(keys.length);
});

test.each([
  ['the end of the academic year', { until: '05-31' }, '2026-09-01T12:00:00Z', '2027-06-01T05:59:59.000Z'],
  [
    'two weeks before it, the next one',
    { until: '05-31' },
    '2027-05-20T12:00:00Z',
    '2028-06-01T05:59:59.000Z',
  ],
  ['a day that few years have', { until: '02-29' }, '2026-09-01T12:00:00Z', '2027-03-01T06:59:59.000Z'],
  [
    'after so many days, at the end of the day',
    { days: 3 },
    '2026-11-21T12:00:00Z',
    '2026-11-25T06:59:59.000Z',
  ],
])('a key lasts until %s', (_what, life, now, expected) => {
  expect(expiryOf(life, new Date(now), 'America/Boise').toISOString()).toBe(expected);
});
