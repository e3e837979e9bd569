import { expect, test } from 'vitest';
import { periodOf, startOfDay } from './days.ts';
import { dayAfter, dayOf } from './time.ts';

test('a day begins with its first instant, in every time zone that Node knows', { tags: 'long' }, () => {
  for (const timeZone of Intl.supportedValuesOf('timeZone')) {
    for (let day = '2026-01-01'; day < '2027-01-01'; day = dayAfter(day, 5)) {
      const start = startOfDay(day, timeZone).getTime();
      expect([dayOf(start, timeZone), dayOf(start - 1, timeZone)], `${day} in ${timeZone}`).toEqual([
        day,
        dayAfter(day, -1),
      ]);
    }
  }
});

test.each([
  // Midnight is skipped.
  ['2026-03-08', 'America/Havana', '2026-03-08T05:00:00.000Z'],
  // It comes twice.
  ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
  // The clock is put back at midnight.
  ['2026-04-05', 'America/Santiago', '2026-04-05T04:00:00.000Z'],
])('%s begins once in %s, where the clock is changed at midnight', (day, timeZone, instant) => {
  expect(startOfDay(day, timeZone).toISOString()).toBe(instant);
});

test('a period has its first and its last day, and no limit where none is given', () => {
  expect(periodOf({ from: '2026-11-01', to: '2026-11-01' }, 'America/Boise')).toEqual({
    since: new Date('2026-11-01T06:00:00Z'),
    before: new Date('2026-11-02T07:00:00Z'),
  });
  expect(periodOf({ from: '', to: undefined }, 'America/Boise')).toEqual({});
});

test('what is not a day has no start', () => {
  expect(() => startOfDay('2026-02-30', 'America/Boise')).toThrow('2026-02-30 is not a day.');
});
