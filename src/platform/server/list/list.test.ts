import { expect, test } from 'vitest';
import { readPage, type Slice } from './page.ts';
import { containing } from './search.ts';
import { createTotals } from './totals.ts';

const all = Array.from({ length: 25 }, (_, index) => index);

function readerOf(rows: readonly number[], asked: Slice[] = []) {
  return async (slice: Slice) => {
    asked.push(slice);
    const counted = slice.from === 'beginning' ? rows : rows.toReversed();
    return counted.slice(slice.offset, slice.offset + slice.limit);
  };
}

test.each([1, 2, 3, 9, 10, 24, 25, 26, 100])(
  'pages of %i rows are the list, cut in order',
  async (pageSize) => {
    const pages = Math.ceil(all.length / pageSize);
    const read: number[] = [];
    for (let page = 1; page <= pages; page += 1) {
      const answer = await readPage({ page, pageSize }, all.length, readerOf(all));
      expect(answer.meta).toEqual({ pages, total: 25, page, pageSize });
      read.push(...answer.data);
    }
    expect(read).toEqual(all);
  },
);

test('no page skips more than half of the list', async () => {
  const asked: Slice[] = [];
  for (let page = 1; page <= 25; page += 1) await readPage({ page, pageSize: 1 }, 25, readerOf(all, asked));
  expect(Math.max(...asked.map(({ offset }) => offset))).toBe(12);
  expect(asked.at(-1)).toEqual({ from: 'end', offset: 0, limit: 1, total: 25 });
});

test('a page past the end is empty, keeps the true number of pages, and reads nothing', async () => {
  const asked: Slice[] = [];
  const answer = await readPage({ page: 4, pageSize: 10 }, 25, readerOf(all, asked));
  expect(answer).toEqual({ data: [], meta: { pages: 3, total: 25, page: 4, pageSize: 10 } });
  expect(asked).toEqual([]);
  expect((await readPage({ page: 1, pageSize: 10 }, 0, readerOf([]))).meta.pages).toBe(0);
});

test('pattern characters are plain characters in a search', () => {
  expect(containing('50%_a\\b')).toBe('%50\\%\\_a\\\\b%');
});

function clock() {
  let time = 0;
  return { now: () => time, pass: (milliseconds: number) => (time += milliseconds) };
}

test('a total that is counted quickly is counted each time', async () => {
  const totals = createTotals(clock().now);
  let rows = 1;
  expect(await totals.read('', async () => rows)).toBe(1);
  rows = 2;
  expect(await totals.read('', async () => rows)).toBe(2);
});

test('a large, expensive total is remembered for two seconds, one for each filter', async () => {
  const { now, pass } = clock();
  const totals = createTotals(now);
  let rows = 1_000;
  const slowly = async () => {
    pass(100);
    return rows;
  };
  expect(await totals.read('', slowly)).toBe(1_000);
  rows = 1_001;
  expect(await totals.read('', slowly)).toBe(1_000);
  expect(await totals.read('b', slowly)).toBe(1_001);
  pass(2_000);
  expect(await totals.read('', slowly)).toBe(1_001);
});

test('a small total is counted each time, even if the machine is too busy to count quickly', async () => {
  const { now, pass } = clock();
  const totals = createTotals(now);
  let rows = 998;
  const slowly = async () => {
    pass(100);
    rows += 1;
    return rows;
  };
  expect([await totals.read('', slowly), await totals.read('', slowly)]).toEqual([999, 1_000]);
});

test('simultaneous reads of the same total share one count', async () => {
  const totals = createTotals();
  let counts = 0;
  const count = async () => {
    counts += 1;
    return 7;
  };
  expect(
    await Promise.all([totals.read('a', count), totals.read('a', count), totals.read('b', count)]),
  ).toEqual([7, 7, 7]);
  expect(counts).toBe(2);
});
