import { useSearch } from 'wouter';

/**
 * Keeps one of several in the address, replaced and not pushed, as the filters of a list are. The usual one does not
 * appear there, and what is none of them counts as the usual one.
 */
export function useChoiceAddress<Value extends string>(
  name: string,
  values: readonly Value[],
  usual: Value,
): [chosen: Value, choose: (value: Value) => void] {
  const written = new URLSearchParams(useSearch()).get(name);
  const chosen = values.find((value) => value === written) ?? usual;
  const choose = (value: Value) => {
    const { pathname, search, hash } = window.location;
    const query = new URLSearchParams(search);
    if (value === usual) query.delete(name);
    else query.set(name, value);
    const wanted = query.size === 0 ? '' : `?${query}`;
    history.replaceState(history.state, '', pathname + wanted + hash);
  };
  return [chosen, choose];
}
