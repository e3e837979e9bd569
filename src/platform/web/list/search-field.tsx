import { CloseButton } from '@mantine/core';
import '@mantine/core/styles/CloseButton.layer.css';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { bareAddress } from '../../ui/addresses-in.ts';
import { TextField } from '../../ui/text-field.tsx';
import styles from './search-field.module.css';

/** How long a search waits after the last keystroke. */
const searchDelayMs = 500;

interface SearchFieldProps {
  label: string;
  placeholder?: string;
  /** The current search text, from the address. */
  value: string;
  onSearch: (text: string) => void;
  maxLength?: number;
}

/** A search box that waits for the person to finish typing and searches for the trimmed text; Enter does not wait. */
export function SearchField({ label, placeholder, value, onSearch, maxLength = 200 }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const [searched, setSearched] = useState(value);
  const input = useRef<HTMLInputElement>(null);
  // The address changed (Back, "clear the search"): show it, unless it is only our own text, trimmed.
  if (value !== searched) {
    setSearched(value);
    if (value !== text.trim()) setText(value);
  }

  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
  });
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => search.current(text.trim()), searchDelayMs);
    return () => clearTimeout(timer);
  }, [text, value]);

  const searchNow = (wanted: string) => {
    setText(wanted);
    onSearch(wanted.trim());
  };
  return (
    <search className={styles.search}>
      <TextField
        ref={input}
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        maxLength={maxLength}
        autoComplete="off"
        spellCheck={false}
        value={text}
        // Someone is searching for what a mail program copied.
        onChange={(event) => setText(bareAddress(event.currentTarget.value))}
        onKeyDown={(event) => {
          if (event.key === 'Enter') searchNow(text);
        }}
        leftSection={<Search size={16} aria-hidden="true" />}
        rightSection={
          text !== '' && (
            <CloseButton
              size="sm"
              aria-label="Clear the search"
              onClick={() => {
                searchNow('');
                input.current?.focus();
              }}
            />
          )
        }
      />
    </search>
  );
}
