import styles from './review-bar.module.css';
import { reviewKeys } from './review-keys.ts';

/** Which keys work here, for people with a keyboard, and how to switch them off. */
export function ReviewHint({ isOn, onSwitch }: { isOn: boolean; onSwitch: (on: boolean) => void }) {
  return (
    <p className={styles.hint} data-no-print>
      {isOn &&
        reviewKeys.map(([key, what]) => (
          <span key={key}>
            <kbd>{key}</kbd> {what}
          </span>
        ))}
      <button type="button" className={styles.switch} onClick={() => onSwitch(!isOn)}>
        {isOn ? 'Turn off keys' : 'Turn on keys'}
      </button>
    </p>
  );
}
