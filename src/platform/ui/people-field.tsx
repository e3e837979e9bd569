import { TagsInput } from '@mantine/core';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/Input.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { addressesIn } from './addresses-in.ts';
import styles from './text-field.module.css';

interface PeopleFieldProps {
  name: string;
  label: string;
  description?: ReactNode;
  /** Email addresses. */
  value?: readonly string[];
  onChange: (people: string[]) => void;
  /** At most this many; with 1, another address replaces the current one. */
  most?: number;
  /** People to offer, and how each looks. Enter picks the first. */
  found: readonly { email: string; label: ReactNode; isDisabled?: boolean }[];
  /** The typed text, so that people can be searched for. */
  onSearch: (typed: string) => void;
  error?: ReactNode;
  withAsterisk?: boolean;
  'data-autofocus'?: boolean;
}

/** People by email address: typed, pasted as a list, or picked from what is offered. Each becomes a tag with a remove button. */
export function PeopleField({
  value = [],
  onChange,
  most = 100,
  found,
  onSearch,
  ...props
}: PeopleFieldProps) {
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const findDialog = useCallback((input: Element | null) => setDialog(input?.closest('dialog') ?? null), []);
  const offered = found.filter(({ email }) => !value.includes(email));
  const tagsKey = [...value, '', ...offered.map(({ email }) => email)].join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new array makes Mantine mark the first person again, so it must be the same one until the choice or the offer changes
  const tags = useMemo(() => [...value], [tagsKey]);
  return (
    <TagsInput
      {...props}
      ref={findDialog}
      // The page behind a modal dialog ignores the pointer, so the list must be inside.
      {...(dialog === null
        ? {}
        : { comboboxProps: { portalProps: { target: dialog }, floatingStrategy: 'fixed' as const } })}
      classNames={{
        input: styles.input ?? '',
        inputField: styles.inner ?? '',
        description: styles.hint ?? '',
      }}
      value={tags}
      onChange={(people) => onChange(people.slice(-most))}
      data={offered.map(({ email, isDisabled = false }) => ({
        value: email,
        label: email,
        disabled: isDisabled,
      }))}
      // The caller found these people by more than their addresses.
      filter={({ options }) => options}
      renderOption={({ option }) => found.find(({ email }) => email === option.value)?.label ?? option.value}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      onSearchChange={(typed) => {
        onSearch(typed);
        // Mantine opens the list only on focus: after Escape, Enter would pick someone nobody sees.
        if (typed !== '') setIsOpen(true);
      }}
      // Also when they arrive after the last keystroke.
      selectFirstOptionOnChange={offered.length > 0}
      // Not at spaces: a name is more than one word.
      splitChars={[',', ';', '\n']}
      // Mantine turns any pasted text into a tag, even a name, which should be searched for.
      onPasteCapture={(event) => {
        event.stopPropagation();
        const addresses = addressesIn(event.clipboardData.getData('text/plain'));
        if (addresses.length === 0) return;
        event.preventDefault();
        onChange([...new Set([...value, ...addresses])].slice(-most));
      }}
      onKeyDown={(event) => {
        const isListShown =
          offered.length > 0 && event.currentTarget.getAttribute('aria-expanded') === 'true';
        // It closes the list; the browser would close the dialog as well.
        if (event.key === 'Escape' && isListShown) event.preventDefault();
      }}
      acceptValueOnBlur
      inputMode="email"
      autoComplete="off"
      spellCheck={false}
    />
  );
}
