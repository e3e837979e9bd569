import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test.each([
  ['Ada Lovelace', 'AL'],
  ['Mary Ann van der Berg', 'MB'],
  ['plato', 'PL'],
  ['X', 'X'],
  ['  Grace   Hopper ', 'GH'],
  ['ñandu', 'ÑA'],
  ['𝒜da 𝓛ove', '𝒜𝓛'],
  ['Grace Hopper (IT)', 'GH'],
  ['Hopper, Grace (Student)', 'HG'],
  ['“Bob” Smith', 'BS'],
  ["Síle 'Eva' O’Brien", 'SO'],
  ['(Guest)', 'GU'],
  ['(X)', 'X'],
  ['🎓', ''],
  ['', ''],
])('the initials of "%s" are "%s"', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
