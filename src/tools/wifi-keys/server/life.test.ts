import { expect, test } from 'vitest';
import { expiryOf } from './life.ts';

const timeZone = 'America/Boise';
/** The end of a key that is made then. */
const endOf = (days: number, madeAt: string) => expiryOf({ days }, new Date(madeAt), timeZone).toISOString();

test('days are those of the calendar, also when the clock is changed', () => {
  expect(endOf(1, '2026-11-21T07:30:00Z')).toBe('2026-11-23T06:59:59.000Z');
  // Half an hour into the day on which the clock goes back, and half an hour before the one on which it goes forward.
  expect(endOf(1, '2026-11-01T06:30:00Z')).toBe('2026-11-03T06:59:59.000Z');
  expect(endOf(1, '2027-03-14T06:30:00Z')).toBe('2027-03-15T05:59:59.000Z');
});
