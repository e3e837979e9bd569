import { expect, test } from 'vitest';
import { emptyLog, isTooOld, openQuestions, reopened, toNewLog, valuesFrom } from './log-values.ts';

test('a draft comes back as it was; what no longer fits the form is left out', () => {
  const found = { building: 'Anderson', followUp: 'yes', exitDoors: 'no', comments: 7, mood: 'good' };
  expect(valuesFrom(found)).toEqual({ ...emptyLog, building: 'Anderson', followUp: 'yes', exitDoors: 'no' });
});

test('in a draft from before the questions started unanswered, only a Yes counts', () => {
  const found = { building: 'Finney', followUp: false, fireExtinguishers: true, exitDoors: false };
  const values = valuesFrom(found);
  expect(values).toMatchObject({ followUp: 'no', fireExtinguishers: 'yes', exitDoors: '' });
  expect(openQuestions(values)).toEqual({ field: 'exitDoors', labels: ['Exit Doors Closed'] });
});

test('what was left open is filed as No', () => {
  const values = { ...emptyLog, building: 'Finney', fireExtinguishers: 'yes' as const };
  expect(toNewLog(values)).toMatchObject({ followUp: false, fireExtinguishers: true, exitDoors: false });
  expect(openQuestions({ ...values, exitDoors: 'no' })).toBeNull();
});

test.each([
  ['2026-11-14T08:00:00.000Z', false],
  ['2026-11-14T07:59:59.000Z', true],
])('a log of %s is too old on November 21 at 8:00: %s', (writtenAt, expected) => {
  expect(isTooOld({ writtenAt }, Date.parse('2026-11-21T08:00:00.000Z'))).toBe(expected);
});

const writtenAt = '2026-11-03T08:12:00.000Z';
const round = { values: { ...emptyLog, building: 'Anderson', comments: 'All quiet.' }, writtenAt };
const timeZone = 'America/Boise';

test('a log that is opened again keeps the time at which it was written', () => {
  expect(reopened(round, { isLate: false, timeZone })).toEqual(round);
});

test('a log that the portal no longer accepts says when the round was, once, and is filed as of today', () => {
  const late = reopened(round, { isLate: true, timeZone });
  expect(late).toMatchObject({
    writtenAt: null,
    values: { comments: 'All quiet.\n(Round of Nov 3, 2026, 1:12 AM, submitted late.)' },
  });
  expect(reopened(late, { isLate: true, timeZone })).toEqual(late);
});
