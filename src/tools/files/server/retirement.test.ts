import { expect, test } from 'vitest';
import { retirementOf } from './retirement.ts';

test.each([
  ['2026-08-31T18:30:00.000Z', 6, '2027-02-28T18:30:00.000Z'],
  ['2027-08-31T18:30:00.000Z', 6, '2028-02-29T18:30:00.000Z'],
  ['2026-12-31T18:30:00.000Z', 2, '2027-02-28T18:30:00.000Z'],
  ['2028-02-29T18:30:00.000Z', 12, '2029-02-28T18:30:00.000Z'],
  ['2026-10-31T18:30:00.000Z', 1, '2026-11-30T18:30:00.000Z'],
  ['2026-11-30T18:30:00.000Z', 1, '2026-12-30T18:30:00.000Z'],
  ['2026-01-31T18:30:00.000Z', 24, '2028-01-31T18:30:00.000Z'],
])('a file of %s that is kept for %i months ends on %s', (publishedAt, months, end) => {
  const settings = { lifeMonths: { Guide: months } };
  expect(retirementOf('Guide', settings, new Date(publishedAt))?.toISOString()).toBe(end);
});

test('a kind of files without a number of months is kept', () => {
  expect(retirementOf('Form', { lifeMonths: { Guide: 2 } })).toBeNull();
});
