import { useLocationProperty } from 'wouter/use-browser-location';

/** Keeps a text in the address, replaced and not pushed, as the filters of a list are; an empty one does not appear. */
export function useTextAddress(name: string): [text: string, write: (text: string) => void] {
  const written = useLocationProperty(() => new URLSearchParams(window.location.search).get(name) ?? '');
  const write = (text: string) => {
    const { pathname, search, hash } = window.location;
    const query = new URLSearchParams(search);
    if (text === '') query.delete(name);
    else query.set(name, text);
    const wanted = query.size === 0 ? '' : `?${query}`;
    history.replaceState(history.state, '', pathname + wanted + hash);
  };
  return [written, write];
}
