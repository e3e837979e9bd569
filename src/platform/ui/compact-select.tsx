import { ChevronDown } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import styles from './compact-select.module.css';

interface CompactSelectProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
}

/** With these keys, a closed list selects the next option at once, except on macOS. */
const changingKeys = /^(Arrow.*|Home|End|Page.*|\S)$/;

/** A small choice next to a heading, as a native list. The label is only read aloud; forms use `SelectField`. */
export function CompactSelect<Value extends string>({
  label,
  value,
  onChange,
  options,
}: CompactSelectProps<Value>) {
  return (
    <span className={styles.select}>
      <select
        aria-label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as Value)}
        onKeyDown={openFirst}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={16} aria-hidden="true" />
    </span>
  );
}

/** What is chosen may be saved at once, so people go through the options in the open list and choose one of them. */
function openFirst(event: KeyboardEvent<HTMLSelectElement>): void {
  if (event.ctrlKey || event.metaKey || !changingKeys.test(event.key)) return;
  try {
    event.currentTarget.showPicker();
    event.preventDefault();
  } catch {
    // A browser that can't open it selects the next option.
  }
}
