import { ChevronDown } from 'lucide-react';
import styles from './select-field.module.css';

interface SelectFieldProps<Value extends string> {
  label: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: string }[];
}

/** One of several, by the browser's own list; the label is heard, not seen. For a small choice beside a heading. */
export function SelectField<Value extends string>({
  label,
  value,
  onChange,
  options,
}: SelectFieldProps<Value>) {
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
