import type { TextInputProps } from '@mantine/core';
import { TextField } from './text-field.tsx';

/** A day of the calendar, `2026-11-21`, as the native date input holds it. `min` and `max` are days, too. */
export function DateField({ min = '2000-01-01', max = '2100-12-31', ...props }: TextInputProps) {
  return <TextField {...props} type="date" min={min} max={max} />;
}
