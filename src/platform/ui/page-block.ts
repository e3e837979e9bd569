/** How many numbered buttons the pagination bar shows at once. */
const pagesPerBlock = 5;

/** The numbered buttons around a page, in fixed blocks (1-5, 6-10, ...), and whether more pages follow them. */
export function pageBlock(page: number, pages: number): { numbers: number[]; more: boolean } {
  const shown = Math.max(Math.min(page, pages), 1);
  const first = Math.floor((shown - 1) / pagesPerBlock) * pagesPerBlock + 1;
  const last = Math.min(first + pagesPerBlock - 1, pages);
  return {
    numbers: Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i),
    more: last < pages,
  };
}
