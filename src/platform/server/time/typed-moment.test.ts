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
  ['2027-11-07 01:30:00-07:00', '2027-11-07T08:30:00.000Z'],
  ['2027-06-30 23:59:00+05:30', '2027-06-30T18:29:00.000Z'],
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
  '2027-06-30-07:00',
  '2027-06-30 23:59-7',
  '',
  '2027',
])('%s is not guessed at', (text) => expect(typedMoment(text, 'America/Boise')).toBeNull());

test('what is written into a file is read back', () => {
  const written = localMoment(new Date('2027-07-01T05:59:59.123Z'), 'America/Boise');
  expect(written).toBe('2027-06-30 23:59:59');
  expect(typedMoment(written, 'America/Boise')).toBe('2027-07-01T05:59:59.000Z');
});

test('on the night when the clock is set back, a file says which of two times it means', () => {
  const quarter = 15 * 60_000;
  const nights = [
    ['America/Boise', '2027-11-07T06:00:00Z'],
    ['Europe/London', '2027-10-31T00:00:00Z'],
    // By half an hour.
    ['Australia/Lord_Howe', '2027-04-03T14:00:00Z'],
  ] as const;
  for (const [timeZone, start] of nights) {
    const times = Array.from({ length: 17 }, (_, index) => Date.parse(start) + index * quarter);
    const written = times.map((at) => localMoment(new Date(at + 123), timeZone));
    expect(new Set(written).size, timeZone).toBe(times.length);
    expect(written.map((text) => Date.parse(typedMoment(text, timeZone) ?? ''))).toEqual(times);
  }
  const [before, first, second, after] = [6, 7, 8, 9].map((hour) =>
    localMoment(new Date(`2027-11-07T0${hour}:30:00Z`), 'America/Boise'),
  );
  expect([before, first, second, after]).toEqual([
    '2027-11-07 00:30:00',
    '2027-11-07 01:30:00-06:00',
    '2027-11-07 01:30:00-07:00',
    '2027-11-07 02:30:00',
  ]);
});
