import { TextInput, type TextInputProps } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import styles from './text-field.module.css';

interface TextFieldProps extends TextInputProps {
  /** `false` keeps the caller's own `aria-` attributes, such as one error below several fields. Mantine replaces them. */
  withAria?: boolean;
}

/** One line of text, a date or a number: label, hint and error tied to the input. */
export function TextField(props: TextFieldProps) {
  return <TextInput classNames={{ input: styles.input ?? '', description: styles.hint ?? '' }} {...props} />;
}
