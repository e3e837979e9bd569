import { expect, test } from 'vitest';
import { readableAddress, shortAddress } from './short-address.ts';

test('the short address is below /r/ of the portal', () => {
  expect(shortAddress('open-house', 'https://portal.example.edu')).toBe(
    'https://portal.example.edu/r/open-house',
  );
});

test('an address is shown without its scheme and last slash', () => {
  expect(readableAddress('https://portal.example.edu/r/x')).toBe('portal.example.edu/r/x');
  expect(readableAddress('http://example.edu/')).toBe('example.edu');
});
