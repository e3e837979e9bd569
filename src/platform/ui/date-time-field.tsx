import type { TextInputProps } from '@mantine/core';
import { TextField } from './text-field.tsx';
import { nameOfZone } from './zoned-time.ts';

interface DateTimeFieldProps extends TextInputProps {
  /** `2026-11-21T08:00`, with seconds if there are any; see `zoned-time.ts`. */
  value: string;
  /** Whose clock is meant, such as `America/Boise`; the browser may be in another zone. */
  timeZone: string;
}

/** A date and time on the college's clock, and the hint says so. */
export function DateTimeField({ timeZone, value, description, ...props }: DateTimeFieldProps) {
  return (
    <TextField
      {...props}
      type="datetime-local"
      value={value}
      description={description ?? `On the college clock (${nameOfZone(timeZone)})`}
      min="2000-01-01T00:00"
      max="2100-12-31T23:59"
      step={value.length > 16 ? 1 : 60}
    />
  );
}
