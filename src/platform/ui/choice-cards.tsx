import { type ReactNode, useId } from 'react';
import styles from './choice-cards.module.css';

interface ChoiceCardsProps {
  legend: string;
  name: string;
  /** Empty while nothing is chosen. */
  value: string;
  onChange: (value: string) => void;
  options: readonly string[];
  error?: ReactNode;
}

/** One of a few, each large enough for a thumb. */
export function ChoiceCards({ legend, name, value, onChange, options, error }: ChoiceCardsProps) {
  const title = useId();
  const message = useId();
  const isWrong = error !== undefined && error !== null;
  return (
    <div
      className={styles.choice}
      role="radiogroup"
      tabIndex={-1}
      aria-labelledby={title}
      aria-required="true"
      aria-invalid={isWrong}
      aria-describedby={isWrong ? message : undefined}
    >
      <div id={title} className={styles.legend}>
        {legend}
        <span className={styles.star} aria-hidden="true">
          *
        </span>
      </div>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option} className={styles.option}>
            <input
              type="radio"
              name={name}
              value={option}
              className={styles.input}
              checked={option === value}
              onChange={() => onChange(option)}
            />
            <span className={styles.dot} aria-hidden="true" />
            <span className={styles.word}>{option}</span>
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
