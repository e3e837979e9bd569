import { expect, test } from 'vitest';
import { localMoment, typedMoment } from './typed-moment.ts';

test.each([
  ['2027-06-30', '2027-07-01T05:59:59.000Z'],
  ['6/30/2027', '2027-07-01T05:59:59.000Z'],
  ['2027-06-30 23:59', '2027-07-01T05:59:00.000Z'],
  ['2027-06-30T08:00:30', '2027-06-30T14:00:30.000Z'],
  ['06/30/2027 11:59 PM', '2027-07-01T05:59:00.000Z'],
  ['1/2/2027, 12:05 am', '2027-01-02T07:05:00.000Z'],
  // The clock is put forward at 2:00 and back at 2:00.
  ['2027-03-14 02:30', '2027-03-14T09:30:00.000Z'],
  ['2027-11-07 01:30', '2027-11-07T07:30:00.000Z'],
])('%s is read on the college clock', (text, instant) => {
  expect(typedMoment(text, 'America/Boise')).toBe(instant);
});

test.each([
  '2027-02-30',
  '30/6/2027',
  '6/30/27',
  'tomorrow',
  '2027-06-30 24:00',
  '6/30/2027 13:00 PM',
  '',
  '2027',
])('%s is not guessed at', (text) => expect(typedMoment(text, 'America/Boise')).toBeNull());

test('what is written into a file is read back', () => {
  const written = localMoment(new Date('2027-07-01T05:59:59.123Z'), 'America/Boise');
  expect(written).toBe('2027-06-30 23:59:59');
  expect(typedMoment(written, 'America/Boise')).toBe('2027-07-01T05:59:59.000Z');
});
