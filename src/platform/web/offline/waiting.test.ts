import { expect, test } from 'vitest';
import { countWrites, inOrderWritten, isLate, isSamePerson, mayEdit, type WaitingWrite } from './waiting.ts';

const log: WaitingWrite = {
  key: 'a',
  owner: { provider: 'demo', email: 'ra@sawtooth.example' },
  request: { method: 'POST', path: '/api/logs', body: {} },
  about: { title: 'Anderson', noun: ['log', 'logs'], screen: '/logs/add' },
  writtenAt: '2026-11-21T08:00:00.000Z',
  late: false,
  tried: false,
  refusal: null,
};
const refusal = { detail: 'No.', reason: null, fields: {} };
const writtenMs = Date.parse(log.writtenAt);

test('a person is the same whatever the case of the address, and another one at another provider', () => {
  const { owner } = log;
  expect(isSamePerson(owner, { ...owner, email: 'RA@Sawtooth.example' })).toBe(true);
  expect(isSamePerson(owner, { ...owner, email: 'ra2@sawtooth.example' })).toBe(false);
  expect(isSamePerson(owner, { ...owner, provider: 'entra' })).toBe(false);
});

test.each([
  ['never tried', { tried: false, refusal: null }, true],
  ['tried without an answer', { tried: true, refusal: null }, false],
  ['refused', { tried: false, refusal }, true],
])('what was %s may be changed: %s', (_what, change, expected) => {
  expect(mayEdit({ ...log, ...change })).toBe(expected);
});

test.each([
  ['at once', false, 1_000, false],
  ['a minute later', false, 60_000, false],
  ['more than a minute later', false, 60_001, true],
  ['at once, but written without a network', true, 1_000, true],
])('sent %s it says when it was written: %s', (_when, late, after, expected) => {
  expect(isLate({ ...log, late }, writtenMs + after)).toBe(expected);
});

test('the oldest comes first, and the count has its noun', () => {
  const later = { ...log, key: 'b', writtenAt: '2026-11-21T09:00:00.000Z' };
  expect(inOrderWritten([later, log]).map(({ key }) => key)).toEqual(['a', 'b']);
  expect(countWrites([log])).toBe('1 log');
  expect(countWrites([log, later])).toBe('2 logs');
});
