import { describe, expect, test } from 'vitest';
import { pageBlock } from './page-block.ts';

describe('the numbered buttons', () => {
  test.each([
    { page: 1, pages: 1, numbers: [1], more: false },
    { page: 5, pages: 5, numbers: [1, 2, 3, 4, 5], more: false },
    { page: 1, pages: 6, numbers: [1, 2, 3, 4, 5], more: true },
    { page: 5, pages: 12, numbers: [1, 2, 3, 4, 5], more: true },
    { page: 6, pages: 12, numbers: [6, 7, 8, 9, 10], more: true },
    { page: 10, pages: 11, numbers: [6, 7, 8, 9, 10], more: true },
    { page: 11, pages: 12, numbers: [11, 12], more: false },
    { page: 500, pages: 500, numbers: [496, 497, 498, 499, 500], more: false },
  ])('on page $page of $pages are in blocks of five', ({ page, pages, numbers, more }) => {
    expect(pageBlock(page, pages)).toEqual({ numbers, more });
  });

  test('past the end are those of the last block', () => {
    expect(pageBlock(99, 7)).toEqual({ numbers: [6, 7], more: false });
  });

  test('are none when there are no pages', () => {
    expect(pageBlock(1, 0)).toEqual({ numbers: [], more: false });
  });
});
