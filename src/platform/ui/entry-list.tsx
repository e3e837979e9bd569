import { Button } from '@mantine/core';
import { Plus, X } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import styles from './entry-list.module.css';
import { IconButton } from './icon-button.tsx';
import { TextField } from './text-field.tsx';

interface EntryListProps {
  name: string;
  /** The name of the list, such as `Groups`, and of each entry, such as `Group`. */
  legend: string;
  label: string;
  hint?: ReactNode;
  placeholder?: string;
  value?: readonly string[];
  onChange: (entries: string[]) => void;
  /** Offered while typing. */
  suggestions?: readonly string[];
  addText: string;
  /** There may be none at all, so the only entry can be removed too. */
  isOptional?: boolean;
  error?: ReactNode;
}

/** Texts one below the other, each required; Remove is next to them unless one must stay. */
export function EntryList(props: EntryListProps) {
  const { name, legend, label, hint, placeholder, value = [''], onChange, suggestions = [], addText } = props;
  const { isOptional = false } = props;
  const offered = useId();
  const message = useId();
  const frame = useRef<HTMLFieldSetElement>(null);
  const isWrong = props.error !== undefined && props.error !== null;
  const focusEntry = (index: number) =>
    requestAnimationFrame(() => frame.current?.querySelectorAll('input')[index]?.focus());
  const change = (index: number, entry: string) =>
    onChange(value.map((one, at) => (at === index ? entry : one)));
  const add = () => {
    onChange([...value, '']);
    focusEntry(value.length);
  };
  const remove = (index: number) => {
    onChange(value.filter((_one, at) => at !== index));
    focusEntry(Math.max(index - 1, 0));
  };
  return (
    <fieldset className={styles.list} ref={frame}>
      <legend className={styles.legend}>{legend}</legend>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      {value.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry is its place; its text changes with each key
        <div key={index} className={styles.entry}>
          <TextField
            name={index === 0 ? name : `${name}-${index + 1}`}
            aria-label={value.length === 1 ? label : `${label} ${index + 1}`}
            className={styles.input}
            value={entry}
            placeholder={placeholder}
            list={suggestions.length > 0 ? offered : undefined}
            autoComplete="off"
            spellCheck={false}
            required
            error={isWrong}
            withAria={false}
            aria-invalid={isWrong}
            aria-describedby={isWrong ? message : undefined}
            onChange={(event) => change(index, event.currentTarget.value)}
          />
          {(isOptional || value.length > 1) && (
            <IconButton
              label={`Remove ${entry || `${label.toLowerCase()} ${index + 1}`}`}
              onClick={() => remove(index)}
            >
              <X size={17} aria-hidden="true" />
            </IconButton>
          )}
        </div>
      ))}
      {isWrong && (
        <p id={message} className={styles.error}>
          {props.error}
        </p>
      )}
      <Button
        variant="subtle"
        size="compact-sm"
        className={styles.add}
        leftSection={<Plus size={16} aria-hidden="true" />}
        onClick={add}
      >
        {addText}
      </Button>
      <datalist id={offered}>
        {suggestions.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </fieldset>
  );
}
