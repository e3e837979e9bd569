import type { TextInputProps } from '@mantine/core';
import { TextField } from './text-field.tsx';

/** A time of day, `08:30`, as the native time input holds it. */
export function TimeField(props: TextInputProps) {
  return <TextField {...props} type="time" />;
}
