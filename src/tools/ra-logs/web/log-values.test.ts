import { expect, test } from 'vitest';
import { completedWith, emptyLog, isTooOld, valuesFrom, valuesOf } from './log-values.ts';

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

test('what was typed before the draft was found stays, and the draft fills the rest', () => {
  const typed = { ...emptyLog, building: 'Finney', followUp: true };
  const found = { building: 'Anderson', reports: 'A whole page', followUp: false };
  expect(completedWith(typed, found)).toEqual({ ...typed, reports: 'A whole page' });
});

const writtenAt = '2026-11-03T08:12:00.000Z';
const waits = (comments: string) => ({
  request: { method: 'POST', path: '/api/logs', body: { building: 'Anderson', comments } } as const,
  writtenAt,
});

test('a log that is opened again keeps the time at which it was written', () => {
  const values = valuesOf(waits('All quiet.'), { isLate: false, timeZone: 'America/Boise' });
  expect(values).toEqual({ ...emptyLog, building: 'Anderson', comments: 'All quiet.', writtenAt });
});

test('a log that is filed anew says once when the round was', () => {
  const late = { isLate: true, timeZone: 'America/Boise' };
  const once = valuesOf(waits('All quiet.'), late);
  expect(once).toMatchObject({
    writtenAt: '',
    comments: 'All quiet.\n(Round of Nov 3, 2026, 1:12 AM, filed late.)',
  });
  expect(valuesOf(waits(once.comments), late)).toEqual(once);
});
