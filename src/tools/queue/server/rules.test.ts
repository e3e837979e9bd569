import { expect, test } from 'vitest';
import type { Actor } from '../../../platform/server/actor/actor.ts';
import { isAllowed } from '../../../platform/server/change/verdict.ts';
import { namedPerson } from '../../../platform/server/session/named-person.ts';
import type { JobState } from '../contract.ts';
import { mayDiscard, mayRetry } from './rules.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const later = new Date(now + 1);
const viewerWith = (...permissions: `${string}.${string}`[]): Actor => ({
  ...namedPerson({ id: 'a', name: 'Iris Thornwell', provider: 'demo', sessionId: 'b' }),
  permissions: new Set(permissions),
});
const manager = viewerWith('queue.manage');

test.each<[state: JobState, startAfter: Date | null, retry: boolean, discard: boolean]>([
  ['waiting', new Date(now), false, true],
  ['waiting', later, true, true],
  ['running', null, false, false],
  ['failed', null, true, true],
  ['done', null, false, false],
])('a %s job that is due at %s: retry %s, discard %s', (state, startAfter, retry, discard) => {
  expect(isAllowed(mayRetry(manager, { state, startAfter }, now))).toBe(retry);
  expect(isAllowed(mayDiscard(manager, { state, startAfter }))).toBe(discard);
});

test('without the permission no job may be touched, in any state', () => {
  const failed = { state: 'failed', startAfter: null } as const;
  expect(isAllowed(mayRetry(viewerWith('ra-logs.review'), failed, now))).toBe(false);
  expect(isAllowed(mayDiscard(viewerWith(), failed))).toBe(false);
});
