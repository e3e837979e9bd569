import { useId } from 'react';
import styles from './yes-no-field.module.css';

interface YesNoFieldProps {
  label: string;
  hint?: string;
  name: string;
  /** `null` while it is unanswered. */
  value: boolean | null;
  onChange: (value: boolean) => void;
  /** What Yes means: all is well, or something needs to be done. */
  yes?: 'good' | 'warning';
}

/** A question with two answers, both of which can be read; a switch shows only a color. */
export function YesNoField({ label, hint, name, value, onChange, yes = 'good' }: YesNoFieldProps) {
  const title = useId();
  const help = useId();
  return (
    <div
      className={styles.field}
      role="radiogroup"
      aria-labelledby={title}
      aria-describedby={hint === undefined ? undefined : help}
    >
      <div className={styles.words}>
        <span id={title} className={styles.label}>
          {label}
        </span>
        {hint !== undefined && (
          <span id={help} className={styles.hint}>
            {hint}
          </span>
        )}
      </div>
      <div className={styles.answers}>
        {[true, false].map((answer) => (
          <label key={String(answer)} className={styles.answer} data-tone={answer ? yes : 'no'}>
            <input
              type="radio"
              name={name}
              value={String(answer)}
              className={styles.input}
              checked={answer === value}
              onChange={() => onChange(answer)}
            />
            {answer ? 'Yes' : 'No'}
          </label>
        ))}
      </div>
    </div>
  );
}
