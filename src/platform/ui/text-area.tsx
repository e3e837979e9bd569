import { InputBase } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { type ChangeEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './text-area.module.css';

interface TextAreaProps {
  name: string;
  label: string;
  description?: ReactNode;
  value?: string;
  onChange: (event: ChangeEvent<HTMLTextAreaElement>) => void;
  error?: ReactNode;
  withAsterisk?: boolean;
  'data-autofocus'?: boolean;
}

/** Several lines of text; the field grows with what is written. */
export function TextArea(props: TextAreaProps) {
  const element = useRef<HTMLTextAreaElement>(null);
  const { value } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height follows the text
  useLayoutEffect(() => growWith(element.current), [value]);
  return (
    <InputBase
      component="textarea"
      multiline
      ref={element}
      rows={2}
      classNames={{ input: styles.input ?? '', description: styles.hint ?? '' }}
      {...props}
    />
  );
}

/** For browsers that do not know `field-sizing`. */
function growWith(element: HTMLTextAreaElement | null): void {
  if (element === null || CSS.supports('field-sizing', 'content')) return;
  element.style.height = 'auto';
  element.style.height = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`;
}
