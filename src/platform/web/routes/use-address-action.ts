import { useEffect } from 'react';
import { useSearch } from 'wouter/use-browser-location';

/** Does something once when the address asks for it (`?add`), and removes the word from the address. */
export function useAddressAction(word: string, run: () => void): void {
  const search = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what it follows
  useEffect(() => {
    const parameters = new URLSearchParams(search);
    if (!parameters.has(word)) return;
    parameters.delete(word);
    const rest = parameters.size === 0 ? '' : `?${parameters}`;
    history.replaceState(history.state, '', location.pathname + rest + location.hash);
    run();
  }, [search, word]);
}
