import { expect, test } from 'vitest';
import { endAfter, expiryOf } from './life.ts';

const timeZone = 'America/Boise';

test.each([
  ['the end of the academic year', { until: '05-31' }, '2026-09-01T12:00:00Z', '2027-06-01T05:59:59.000Z'],
  [
    'two weeks before it, the next one',
    { until: '05-31' },
    '2027-05-20T12:00:00Z',
    '2028-06-01T05:59:59.000Z',
  ],
  ['a day that few years have', { until: '02-29' }, '2026-09-01T12:00:00Z', '2027-03-01T06:59:59.000Z'],
  [
    'after so many days, at the end of the day',
    { days: 30 },
    '2026-11-21T12:00:00Z',
    '2026-12-22T06:59:59.000Z',
  ],
])('a key lasts until %s', (_what, life, now, expected) => {
  expect(expiryOf({ life, noticeDays: 7 }, new Date(now), timeZone).toISOString()).toBe(expected);
});

test('a key that is replaced because it expires soon lasts until the next year', () => {
  for (const noticeDays of [7, 14, 30, 60]) {
    const campus = { life: { until: '05-31' }, noticeDays };
    const noticedAt = new Date(Date.parse('2027-06-01T05:59:59Z') - noticeDays * 86_400_000);
    expect(expiryOf(campus, noticedAt, timeZone).toISOString()).toBe('2028-06-01T05:59:59.000Z');
  }
});

test('days are calendar days, even when the clock is changed', () => {
  const end = (days: number, madeAt: string) => endAfter(days, new Date(madeAt), timeZone).toISOString();
  expect(end(1, '2026-11-21T07:30:00Z')).toBe('2026-11-23T06:59:59.000Z');
  // Half an hour into the day on which the clock goes back, and half an hour before the one on which it goes forward.
  expect(end(1, '2026-11-01T06:30:00Z')).toBe('2026-11-03T06:59:59.000Z');
  expect(end(1, '2027-03-14T06:30:00Z')).toBe('2027-03-15T05:59:59.000Z');
});
