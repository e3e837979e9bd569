import { pagingOf } from './read-paging.ts';

/** What a list's address contains: the page and every declared filter, empty when it is not set. */
export interface ListAddress<Filter extends string> {
  page: number;
  pageSize: number;
  filters: Readonly<Record<Filter, string>>;
}

/** What the address of a list may contain: its filters, and the page size when the address names none. */
export interface ListFields<Filter extends string = string> {
  readonly pageSize: number;
  readonly filters: readonly Filter[];
  /** The values of filters that accept only some; any other means no filter. */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
}

/** Reads the query string of an address by the server's rules; nothing in it is an error. */
export function readListAddress<Filter extends string>(
  search: string,
  fields: ListFields<Filter>,
): ListAddress<Filter> {
  const query = new URLSearchParams(search);
  const filters = Object.fromEntries(
    fields.filters.map((name) => {
      const value = query.get(name)?.trim() ?? '';
      return [name, fields.choices?.[name]?.includes(value) === false ? '' : value];
    }),
  );
  return {
    ...pagingOf(query.get('page'), query.get('pageSize'), fields.pageSize),
    filters: filters as Record<Filter, string>,
  };
}

/** What a list asks the server for, by its address: page, page size and the filters that are set. */
export function queryOf<Filter extends string>({
  page,
  pageSize,
  filters,
}: ListAddress<Filter>): { page: number; pageSize: number } & { [F in Filter]?: string } {
  const set = Object.entries<string>(filters).filter(([, value]) => value !== '');
  return { page, pageSize, ...(Object.fromEntries(set) as { [F in Filter]?: string }) };
}

/** Writes it back into a query string without filters that are not set, and keeps what belongs to others. */
export function writeListAddress<Filter extends string>(
  search: string,
  address: ListAddress<Filter>,
): string {
  const query = new URLSearchParams(search);
  query.set('page', String(address.page));
  query.set('pageSize', String(address.pageSize));
  for (const [name, value] of Object.entries<string>(address.filters)) {
    if (value === '') query.delete(name);
    else query.set(name, value);
  }
  return query.toString();
}

/** A changed filter starts at its first page. */
export function withFilters<Filter extends string>(
  address: ListAddress<Filter>,
  change: Partial<Record<Filter, string>>,
): ListAddress<Filter> {
  return { ...address, page: 1, filters: { ...address.filters, ...change } };
}
