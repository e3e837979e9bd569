import { type ReactNode, useId } from 'react';
import styles from './check-list.module.css';

interface CheckListProps {
  legend: string;
  options: readonly { value: string; label: string; hint?: string }[];
  values: readonly string[];
  onChange: (values: string[]) => void;
  error?: ReactNode;
  required?: boolean;
}

/** Any number of several. */
export function CheckList({ legend, options, values, onChange, error, required = false }: CheckListProps) {
  const title = useId();
  const message = useId();
  const isWrong = error !== undefined && error !== null;
  const toggle = (value: string, isChosen: boolean) =>
    onChange(isChosen ? [...values, value] : values.filter((other) => other !== value));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be marked invalid
    <div
      role="group"
      tabIndex={-1}
      className={styles.list}
      aria-labelledby={title}
      aria-invalid={isWrong}
      aria-describedby={isWrong ? message : undefined}
    >
      <div id={title} className={styles.legend}>
        {legend}
        {required && (
          <span className={styles.star} aria-hidden="true">
            {' '}
            *
          </span>
        )}
      </div>
      <div className={styles.options}>
        {options.map(({ value, label, hint }) => (
          <label key={value} className={styles.option}>
            <input
              type="checkbox"
              checked={values.includes(value)}
              onChange={(event) => toggle(value, event.currentTarget.checked)}
            />
            <span>
              {label}
              {hint !== undefined && <span className={styles.hint}>{hint}</span>}
            </span>
          </label>
        ))}
      </div>
      {isWrong && (
        <p id={message} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
