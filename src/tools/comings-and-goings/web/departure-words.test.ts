import { expect, test } from 'vitest';
import { sayRefused } from './departure-words.ts';

const stayed = (title: string, why: string) => ({ kind: 'things.things', key: title, title, why });

test('each reason why things stayed is given once, and only the first few of many', () => {
  const alike = Array.from({ length: 60 }, (_, n) => stayed(`Thing ${n}`, 'They may have no things.'));
  expect(sayRefused({ refused: [...alike, stayed('A file', 'It is in use.')] })).toBe(
    'Thing 0 and 59 more: They may have no things. A file: It is in use.',
  );
  const unlike = Array.from({ length: 60 }, (_, n) => stayed(`Thing ${n}`, `Reason ${n}.`));
  expect(sayRefused({ refused: unlike })).toBe(
    'Thing 0: Reason 0. Thing 1: Reason 1. Thing 2: Reason 2. Thing 3: Reason 3. 56 more stayed for other reasons.',
  );
});
