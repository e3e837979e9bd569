import { expect, test } from 'vitest';
import { isAllowed } from '../../../platform/server/change/verdict.ts';
import type { JobState } from '../contract.ts';
import { mayDiscard, mayRetry } from './rules.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const later = new Date(now + 1);

test.each<[state: JobState, startAfter: Date | null, retry: boolean, discard: boolean]>([
  ['waiting', new Date(now), false, true],
  ['waiting', later, true, true],
  ['running', null, false, false],
  ['failed', null, true, true],
  ['done', null, false, false],
])('a %s job that is due at %s: retry %s, discard %s', (state, startAfter, retry, discard) => {
  expect(isAllowed(mayRetry({ state, startAfter }, now))).toBe(retry);
  expect(isAllowed(mayDiscard({ state, startAfter }))).toBe(discard);
});
