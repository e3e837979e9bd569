import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { pagedList, toPage } from './paging.ts';
import { readPaging } from './read-paging.ts';

const none = undefined;

describe('an odd page or size is never an error', () => {
  test.each([
    [none, none, null],
    ['1', none, { page: 1, pageSize: 10 }],
    [none, '25', { page: 1, pageSize: 25 }],
    ['abc', none, { page: 1, pageSize: 10 }],
    ['', '', { page: 1, pageSize: 10 }],
    ['0', '0', { page: 1, pageSize: 10 }],
    ['-5', '-5', { page: 1, pageSize: 10 }],
    ['1.5', '2.5', { page: 1, pageSize: 10 }],
    ['1e3', '0x10', { page: 1, pageSize: 10 }],
    ['NaN', 'Infinity', { page: 1, pageSize: 10 }],
    [' 3 ', '+7', { page: 3, pageSize: 7 }],
    ['٣', '３', { page: 1, pageSize: 10 }],
    ['99999999999999999999', '100000', { page: 1_000_000_000, pageSize: 100 }],
    [['2', '3'], none, { page: 1, pageSize: 10 }],
    [{ a: '1' }, none, { page: 1, pageSize: 10 }],
    [2, 5, { page: 2, pageSize: 5 }],
  ])('page %j, size %j', (page, pageSize, expected) => {
    expect(readPaging(page, pageSize, 10)).toEqual(expected);
  });
});

test('the filters of a list come with the page, and undeclared ones are dropped', () => {
  const { query, list } = pagedList(z.object({}), { search: z.string().optional() }, { pageSize: 20 });
  expect(list).toEqual({ filters: ['search'], pageSize: 20, choices: {} });
  expect(query.parse({ page: '2', search: 'a', other: 'b' })).toEqual({
    search: 'a',
    paging: { page: 2, pageSize: 20 },
  });
});

test('a filter with a choice of values tells the address which ones it accepts, however it declares them', () => {
  const { list } = pagedList(z.object({}), {
    state: z.enum(['', 'open', 'done']).optional(),
    kind: z.enum(['a', 'b']),
    reviewed: z.unknown().meta({ enum: ['true', 'false'] }),
    search: z.string().optional(),
  });
  expect(list.choices).toEqual({
    state: ['', 'open', 'done'],
    kind: ['a', 'b'],
    reviewed: ['true', 'false'],
  });
});

test('zero rows are zero pages, and one row more than a page is one more page', () => {
  expect(toPage({ page: 1, pageSize: 10 }, 0, []).meta.pages).toBe(0);
  expect(toPage({ page: 1, pageSize: 10 }, 11, []).meta.pages).toBe(2);
});
