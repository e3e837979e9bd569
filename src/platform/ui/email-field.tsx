import type { TextInputProps } from '@mantine/core';
import { bareAddress } from './addresses-in.ts';
import { TextField } from './text-field.tsx';

interface EmailFieldProps extends Omit<TextInputProps, 'type' | 'onChange'> {
  onChange: (address: string) => void;
}

/** One email address. If it is pasted with a name, as mail programs copy it, only the address stays. */
export function EmailField({ onChange, ...props }: EmailFieldProps) {
  return (
    <TextField
      autoComplete="off"
      {...props}
      type="email"
      onChange={({ currentTarget }) => onChange(bareAddress(currentTarget.value))}
    />
  );
}
