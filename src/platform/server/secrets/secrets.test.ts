import { expect, test } from 'vitest';
import { createSecrets } from './secrets.ts';

const old = 'the old secret of at least thirty-two characters';
const fresh = 'the new secret of at least thirty-two characters';

test('what was sealed with the old secret opens while both are known', () => {
  const sealed = createSecrets([old]).encrypt('mail', 'clear');
  expect(createSecrets([fresh, old]).decrypt('mail', sealed)).toBe('clear');
  expect(() => createSecrets([fresh]).decrypt('mail', sealed)).toThrow();
  expect(sealed.startsWith(createSecrets([old, fresh]).prefix)).toBe(true);
  expect(sealed.startsWith(createSecrets([fresh, old]).prefix)).toBe(false);
});

test('a text sealed for one purpose does not open for another', () => {
  const secrets = createSecrets([old]);
  expect(() => secrets.decrypt('audit', secrets.encrypt('mail', 'clear'))).toThrow();
});

test('a changed ciphertext does not open', () => {
  const secrets = createSecrets([old]);
  const sealed = secrets.encrypt('mail', 'clear');
  expect(() => secrets.decrypt('mail', `${sealed.slice(0, -2)}AA`)).toThrow();
});
