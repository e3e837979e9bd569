import { expect, test } from 'vitest';
import { joinParts } from './join-parts.ts';

test('a line may end with the dot between two words, and never begins with it', () => {
  expect(joinParts(['Lecturer', '', 'Modern Languages', 'he/him'])).toBe(
    'Lecturer\u00a0· Modern Languages\u00a0· he/him',
  );
  expect(joinParts(['', ''])).toBe('');
});
