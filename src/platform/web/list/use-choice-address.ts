import { useTextAddress } from './use-text-address.ts';

/**
 * Keeps one of several in the address, replaced and not pushed, as the filters of a list are. The usual one does not
 * appear there, and what is none of them counts as the usual one.
 */
export function useChoiceAddress<Value extends string>(
  name: string,
  values: readonly Value[],
  usual: Value,
): [chosen: Value, choose: (value: Value) => void] {
  const [written, write] = useTextAddress(name);
  const chosen = values.find((value) => value === written) ?? usual;
  return [chosen, (value) => write(value === usual ? '' : value)];
}
