import { useTextAddress } from './use-text-address.ts';

/**
 * Keeps a choice in the address, replaced and not pushed, as the filters of a list are. The usual choice does not
 * appear there, and an unknown value counts as the usual one.
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
