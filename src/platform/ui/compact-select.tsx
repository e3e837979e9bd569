import { ChevronDown } from 'lucide-react';
import styles from './compact-select.module.css';

interface CompactSelectProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
}

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
