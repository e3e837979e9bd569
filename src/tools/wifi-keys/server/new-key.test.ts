import { expect, test } from 'vitest';
import { newWifiKey } from './new-key.ts';

test('keys have 16 characters that no one confuses, and all of these are used', () => {
  const keys = Array.from({ length: 2_000 }, newWifiKey);
  expect(keys.every((key) => /^[2-9A-HJ-NP-Za-km-np-z]{16}$/.test(key))).toBe(true);
  const used = new Set(keys.join(''));
  // 16 of this many are at least 80 bits.
  expect(used.size).toBe(56);
  expect(Math.log2(used.size) * 16).toBeGreaterThan(80);
  expect(new Set(keys).size).toBe(keys.length);
});
