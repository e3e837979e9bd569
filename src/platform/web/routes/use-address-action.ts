import { useEffect } from 'react';
import { useLocationProperty } from 'wouter/use-browser-location';

/** Does something once when the address asks for it (`?add`), and removes the word from the address. */
export function useAddressAction(word: string, run: () => void): void {
  const isAsked = useLocationProperty(() => new URLSearchParams(location.search).has(word));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is what it follows
  useEffect(() => {
    if (!isAsked) return;
    const parameters = new URLSearchParams(location.search);
    parameters.delete(word);
    const rest = parameters.size === 0 ? '' : `?${parameters}`;
    history.replaceState(history.state, '', location.pathname + rest + location.hash);
    run();
  }, [isAsked, word]);
}
