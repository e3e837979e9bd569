import { expect, test } from 'vitest';
import { emptyLog, isTooOld, valuesFrom, withOriginalTime } from './log-values.ts';

test('a draft comes back as it was; what does not fit the form any more is left out', () => {
  const found = { building: 'Anderson', followUp: true, exitDoors: 'yes', comments: 7, mood: 'good' };
  expect(valuesFrom(found)).toEqual({ ...emptyLog, building: 'Anderson', followUp: true });
});

test.each([
  ['2026-11-14T08:00:00.000Z', false],
  ['2026-11-14T07:59:59.000Z', true],
])('a log of %s is too old on November 21 at 8:00: %s', (writtenAt, expected) => {
  expect(isTooOld(writtenAt, Date.parse('2026-11-21T08:00:00.000Z'))).toBe(expected);
});

test('a log that is filed anew says once when the round was', () => {
  const values = { ...emptyLog, building: 'Anderson', comments: 'All quiet.' };
  const once = withOriginalTime(values, '2026-11-03T08:12:00.000Z', 'America/Boise');
  expect(once.comments).toBe('All quiet.\n(Round of Nov 3, 2026, 1:12 AM, filed late.)');
  expect(withOriginalTime(once, '2026-11-03T08:12:00.000Z', 'America/Boise')).toEqual(once);
});
