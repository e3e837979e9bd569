import { expect, test } from 'vitest';
import { retirementOf } from './retirement.ts';

test.each([
  ['2026-08-31T18:30:00.000Z', 6, 'UTC', '2027-02-28T18:30:00.000Z'],
  ['2027-08-31T18:30:00.000Z', 6, 'UTC', '2028-02-29T18:30:00.000Z'],
  ['2026-12-31T18:30:00.000Z', 2, 'UTC', '2027-02-28T18:30:00.000Z'],
  ['2028-02-29T18:30:00.000Z', 12, 'UTC', '2029-02-28T18:30:00.000Z'],
  ['2026-10-31T18:30:00.000Z', 1, 'UTC', '2026-11-30T18:30:00.000Z'],
  ['2026-11-30T18:30:00.000Z', 1, 'UTC', '2026-12-30T18:30:00.000Z'],
  ['2026-01-31T18:30:00.000Z', 24, 'UTC', '2028-01-31T18:30:00.000Z'],
  // The evening of August 30, which is August 31 in UTC.
  ['2026-08-31T01:00:00.000Z', 6, 'America/Boise', '2027-03-01T02:00:00.000Z'],
  // Shortly before midnight, from winter to summer.
  ['2027-01-16T06:30:00.000Z', 6, 'America/Boise', '2027-07-16T05:30:00.000Z'],
  // Into the hour that is skipped, and out of the one that comes twice.
  ['2026-09-14T08:30:00.000Z', 6, 'America/Boise', '2027-03-14T09:30:00.000Z'],
  ['2026-11-01T08:30:00.000Z', 1, 'America/Boise', '2026-12-01T08:30:00.000Z'],
])('a file of %s that is kept for %i months in %s ends on %s', (publishedAt, months, timeZone, end) => {
  const settings = { lifeMonths: { Guide: months }, timeZone };
  expect(retirementOf('Guide', settings, new Date(publishedAt))?.toISOString()).toBe(end);
});

test('a content type without a number of months is kept', () => {
  expect(retirementOf('Form', { lifeMonths: { Guide: 2 }, timeZone: 'UTC' })).toBeNull();
});
