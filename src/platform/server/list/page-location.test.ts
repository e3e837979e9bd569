import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundsOf, locatePage, type MonthCount, totalOf } from './page-location.ts';

/** Months newest first, each with its rows in list order; `true` matches. */
const someMonths = fc.array(fc.array(fc.boolean(), { maxLength: 12 }), { maxLength: 8 });

function count(months: boolean[][]): MonthCount[] {
  return months.map((rows, index) => ({
    month: `m${index}`,
    rows: rows.length,
    matching: rows.filter((matches) => matches).length,
  }));
}

test('the page that is found is the page of the plain list, for every page and size', () => {
  fc.assert(
    fc.property(someMonths, fc.integer({ min: 1, max: 15 }), (months, pageSize) => {
      const counts = count(months);
      const list = months.flatMap((rows, month) =>
        rows.flatMap((matches, index) => (matches ? [`m${month}.${index}`] : [])),
      );
      expect(totalOf(counts)).toBe(list.length);
      for (let page = 1; page <= Math.ceil(list.length / pageSize) + 1; page += 1) {
        const location = locatePage(counts, { page, pageSize });
        const wanted = list.slice((page - 1) * pageSize, page * pageSize);
        if (wanted.length === 0) {
          expect(location).toBeNull();
          continue;
        }
        if (location === null) throw new Error('The page was not found.');
        const stretch = list.filter((name) => location.months.includes(name.split('.')[0] ?? ''));
        const ordered = location.from === 'newest' ? stretch : stretch.toReversed();
        const found = ordered.slice(location.skip, location.skip + location.limit);
        expect(location.from === 'newest' ? found : found.reverse()).toEqual(wanted);
      }
    }),
  );
});

test('no page skips more than half of the months it is in, and reads no month without a match', () => {
  fc.assert(
    fc.property(
      someMonths,
      fc.integer({ min: 1, max: 15 }),
      fc.integer({ min: 1, max: 40 }),
      (months, pageSize, page) => {
        const counts = count(months);
        const location = locatePage(counts, { page, pageSize });
        if (location === null) return;
        const asked = counts.filter(({ month }) => location.months.includes(month));
        expect(asked.every(({ matching }) => matching > 0)).toBe(true);
        expect(location.skip).toBeLessThanOrEqual(totalOf(asked) / 2);
        expect(location.rows).toBe(asked.reduce((rows, one) => rows + one.rows, 0));
      },
    ),
  );
});

describe('the bounds of months', () => {
  test.each([
    ['2026-11-01', undefined, '2026-11-01T00:00:00Z', '2026-12-01T00:00:00.000Z'],
    ['2026-12-01', undefined, '2026-12-01T00:00:00Z', '2027-01-01T00:00:00.000Z'],
    ['2026-02-01', '2025-10-01', '2025-10-01T00:00:00Z', '2026-03-01T00:00:00.000Z'],
  ])('from %s back to %s', (newest, oldest, from, to) => {
    expect(boundsOf(newest, oldest)).toEqual({ from, to });
  });
});
