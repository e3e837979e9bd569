import { TextInput, type TextInputProps } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import styles from './text-field.module.css';

/** One line of text, a date or a number: label, hint and error tied to the input. */
export function TextField(props: TextInputProps) {
  return <TextInput classNames={{ input: styles.input ?? '', description: styles.hint ?? '' }} {...props} />;
}
