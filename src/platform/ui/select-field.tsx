import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { ChevronDown } from 'lucide-react';
import styles from './text-field.module.css';

interface SelectFieldProps extends Omit<NativeSelectProps, 'data' | 'classNames'> {
  options: readonly (string | { value: string; label: string })[];
  /** The first entry while nothing is chosen; its value is empty. */
  placeholder?: string;
}

/** One of several in a form: label, hint and error tied to the native list, which phones show best. */
export function SelectField({ options, placeholder = 'Choose…', ...props }: SelectFieldProps) {
  return (
    <NativeSelect
      classNames={{ input: styles.input ?? '', description: styles.hint ?? '' }}
      rightSection={<ChevronDown size={16} aria-hidden="true" />}
      rightSectionPointerEvents="none"
      {...props}
      data={[{ value: '', label: placeholder }, ...options]}
    />
  );
}
