import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatDay, formatTime, instantOf, localDateTimeOf, nameOfZone, readerZoneOf } from './zoned-time.ts';

const boise = 'America/Boise';

describe('a date and time on the college clock', () => {
  test.each([
    {
      typed: '2026-11-21T08:00',
      instant: '2026-11-21T15:00:00.000Z',
      why: 'in winter, seven hours behind UTC',
    },
    {
      typed: '2026-07-01T08:00',
      instant: '2026-07-01T14:00:00.000Z',
      why: 'in summer, six hours behind UTC',
    },
    { typed: '2026-07-01T08:00:30', instant: '2026-07-01T14:00:30.000Z', why: 'to the second' },
    {
      typed: '2026-12-31T23:30',
      instant: '2027-01-01T06:30:00.000Z',
      why: 'in a different year than in UTC',
    },
  ])('becomes an instant $why', ({ typed, instant }) => {
    expect(instantOf(typed, boise)).toBe(instant);
  });

  test('in the hour that is skipped in spring means the moment an hour later on the new clock', () => {
    expect(instantOf('2026-03-08T02:30', boise)).toBe('2026-03-08T09:30:00.000Z');
    expect(localDateTimeOf('2026-03-08T09:30:00.000Z', boise)).toBe('2026-03-08T03:30');
  });

  test('in the hour that comes twice in autumn means the first of the two', () => {
    expect(instantOf('2026-11-01T01:30', boise)).toBe('2026-11-01T07:30:00.000Z');
  });

  test.each(['', '2026-11-21', '2026-13-01T00:00', '08:00', 'tomorrow'])(
    'is not one when it reads %j',
    (typed) => {
      expect(instantOf(typed, boise)).toBeNull();
    },
  );

  test('keeps seconds only if there are any', () => {
    expect(localDateTimeOf('2026-11-21T15:00:00Z', boise)).toBe('2026-11-21T08:00');
    expect(localDateTimeOf('2026-11-21T15:00:05Z', boise)).toBe('2026-11-21T08:00:05');
  });

  test('survives the round trip to the input and back, in every zone, outside the hour that comes twice', () => {
    const zone = fc.constantFrom(boise, 'UTC', 'Asia/Kolkata', 'Pacific/Chatham', 'Australia/Lord_Howe');
    const seconds = fc.integer({ min: Date.UTC(2000, 0) / 1000, max: Date.UTC(2100, 0) / 1000 });
    fc.assert(
      fc.property(zone, seconds, (timeZone, at) => {
        const instant = new Date(at * 1000).toISOString();
        const back = instantOf(localDateTimeOf(instant, timeZone), timeZone) ?? '';
        const gap = at * 1000 - Date.parse(back);
        expect([0, 1_800_000, 3_600_000]).toContain(gap);
        expect(localDateTimeOf(back, timeZone)).toBe(localDateTimeOf(instant, timeZone));
      }),
    );
  });
});

describe('a moment in words', () => {
  test('is given on the college clock, and exactly if requested', () => {
    expect(formatTime('2026-11-21T15:00:00Z', boise, 'date-time')).toBe('Nov 21, 2026, 8:00 AM');
    expect(formatTime('2026-11-21T15:00:05Z', boise, 'exact')).toContain('8:00:05 AM MST');
  });

  test.each([
    ['2026-11-01T07:30:00.123Z', 'Nov 1, 2026, 1:30 AM MDT'],
    ['2026-11-01T08:30:00.123Z', 'Nov 1, 2026, 1:30 AM MST'],
    ['2026-11-01T06:59:59.999Z', 'Nov 1, 2026, 12:59 AM'],
    ['2026-11-01T09:00:00.000Z', 'Nov 1, 2026, 2:00 AM'],
    ['2026-03-08T08:30:00.000Z', 'Mar 8, 2026, 1:30 AM'],
    ['2026-03-08T09:00:00.000Z', 'Mar 8, 2026, 3:00 AM'],
  ])('of the hour that comes twice says which of the two: %s', (instant, words) => {
    expect(formatTime(instant, boise, 'date-time')).toBe(words);
  });

  test('that is not a moment is shown unchanged', () => {
    expect(formatTime('soon', boise, 'date')).toBe('soon');
  });

  test('of a calendar day does not move with the zone', () => {
    expect(formatDay('2026-11-01')).toBe('Nov 1, 2026');
    expect(formatDay('2026-11-01', 'short')).toBe('Nov 1');
    expect(formatDay('2026-11-01', 'long')).toBe('Sunday, November 1, 2026');
  });

  test.each([
    [boise, 'Mountain Time'],
    ['America/Detroit', 'Eastern Time'],
    ['America/Juneau', 'Alaska Time'],
  ])('names the zone %s as people do today', (zone, name) => {
    expect(nameOfZone(zone)).toBe(name);
  });
});

test('a reader on another clock sees the zone of each time', () => {
  const at = '2026-11-21T15:00:00Z';
  expect(formatTime(at, 'America/Boise', 'date-time', 'America/New_York')).toBe('Nov 21, 2026, 8:00 AM MST');
  expect(formatTime(at, 'America/Boise', 'date-time', 'America/Denver')).toBe('Nov 21, 2026, 8:00 AM');
});

test('a browser that does not know its zone shows times, each with its zone', () => {
  const readerZone = readerZoneOf('Etc/Unknown');
  expect(readerZoneOf('America/Denver')).toBe('America/Denver');
  expect(formatTime('2026-11-21T15:00:00Z', boise, 'date-time', readerZone)).toBe(
    'Nov 21, 2026, 8:00 AM MST',
  );
  expect(formatTime('2026-11-21T15:00:00Z', boise, 'date', readerZone)).toBe('Nov 21, 2026');
});
