import type { TextInputProps } from '@mantine/core';
import { TextField } from './text-field.tsx';

/** An amount in dollars, kept as typed; `amountOf` (`money.ts`) reads it. */
export function MoneyField(props: TextInputProps) {
  return <TextField {...props} inputMode="decimal" autoComplete="off" leftSection="$" />;
}
