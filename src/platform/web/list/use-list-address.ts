import { useEffect, useMemo, useState } from 'react';
import { useLocationProperty } from 'wouter/use-browser-location';
import {
  type ListAddress,
  type ListFields,
  queryOf,
  readListAddress,
  withFilters,
  writeListAddress,
} from '../../contract/list-address.ts';

export interface ListState<Filter extends string> extends ListAddress<Filter> {
  /** The query to send: page, page size and the filters that are set. */
  query: { page: number; pageSize: number } & { [F in Filter]?: string };
  isFiltered: boolean;
  setPage: (page: number) => void;
  /** Empty text removes the filter. Goes back to page 1. */
  setFilter: (name: Filter, value: string) => void;
  clearFilters: () => void;
}

/**
 * Keeps page, page size, and filters of a list in the address, where Reload and a copied link find them again.
 * @param call The call that returns the list; its declaration says which filters there are.
 * @param usual The filters when the address names nothing, for people who chose some.
 */
export function useListAddress<Filter extends string>(
  { list }: { readonly list: ListFields<Filter> },
  usual?: Partial<Record<Filter, string>>,
): ListState<Filter> {
  // Compared as it is written out: completing the address doesn't draw anything a second time.
  const written = useLocationProperty(() => {
    const { search } = window.location;
    const read = readListAddress(search, list);
    return writeListAddress(search, search === '' && usual !== undefined ? withFilters(read, usual) : read);
  });
  const address = useMemo(() => readListAddress(written, list), [written, list]);

  // While the next page is being drawn, this one still hears about its address, which is not ours to change.
  const [ownPath] = useState(() => window.location.pathname);
  useEffect(() => {
    if (window.location.pathname === ownPath) replaceAddress(address);
  }, [address, ownPath]);

  return {
    ...address,
    query: queryOf(address),
    isFiltered: Object.values<string>(address.filters).some((value) => value !== ''),
    setPage: (page) => replaceAddress({ ...address, page }),
    setFilter: (name, value) => {
      // Two filters may change before the next paint: start from the address as it is now.
      const now = readListAddress(window.location.search, list);
      if (now.filters[name] !== value) {
        replaceAddress(withFilters(now, { [name]: value } as Partial<Record<Filter, string>>));
      }
    },
    clearFilters: () =>
      replaceAddress({
        ...address,
        page: 1,
        filters: Object.fromEntries(Object.keys(address.filters).map((name) => [name, ''])) as Record<
          Filter,
          string
        >,
      }),
  };
}

function replaceAddress(address: ListAddress<string>): void {
  const { pathname, search, hash } = window.location;
  const wanted = `?${writeListAddress(search, address)}`;
  if (wanted !== search) history.replaceState(history.state, '', pathname + wanted + hash);
}
