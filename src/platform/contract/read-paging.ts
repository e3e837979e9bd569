export const largestPageSize = 100;
const largestPage = 1_000_000_000;

function wholeNumber(value: unknown): number | null {
  const written = typeof value === 'number' ? String(value) : value;
  return typeof written === 'string' && /^\s*[+-]?\d+\s*$/.test(written) ? Number(written) : null;
}

/**
 * Page and size as an address asks for them; odd values fall back. `null`: it names neither. In its own file,
 * because the browser reads its address by the same rule.
 */
export function readPaging(
  page: unknown,
  pageSize: unknown,
  defaultSize: number,
): { page: number; pageSize: number } | null {
  return page === undefined && pageSize === undefined ? null : pagingOf(page, pageSize, defaultSize);
}

/** The same for an address that always means a page: the first one if it names none. */
export function pagingOf(
  page: unknown,
  pageSize: unknown,
  defaultSize: number,
): { page: number; pageSize: number } {
  const size = wholeNumber(pageSize);
  return {
    page: Math.min(Math.max(wholeNumber(page) ?? 1, 1), largestPage),
    pageSize: size === null || size < 1 ? defaultSize : Math.min(size, largestPageSize),
  };
}
