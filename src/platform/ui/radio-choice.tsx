import type { ReactNode } from 'react';
import styles from './radio-choice.module.css';

interface RadioChoiceProps<Value extends string> {
  legend: string;
  name: string;
  value: Value;
  onChange: (value: Value) => void;
  options: readonly { value: Value; label: ReactNode }[];
}

/** One of a few. */
export function RadioChoice<Value extends string>(props: RadioChoiceProps<Value>) {
  const { legend, name, value, onChange, options } = props;
  return (
    <fieldset>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
