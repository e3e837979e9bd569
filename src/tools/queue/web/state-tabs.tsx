import { type JobState, jobStates } from '../contract.ts';
import styles from './state-tabs.module.css';

const titles: Record<JobState, string> = {
  waiting: 'Waiting',
  running: 'Running',
  failed: 'Failed',
  done: 'Done',
};

interface StateTabsProps {
  value: JobState;
  /** `undefined` until they are known. */
  counts: Readonly<Record<JobState, number>> | undefined;
  onChange: (state: JobState) => void;
}

/** Which state is shown, with how many there are in each. Radio buttons: the arrow keys come with them. */
export function StateTabs({ value, counts, onChange }: StateTabsProps) {
  return (
    <fieldset className={styles.tabs}>
      <legend className="quad-heard">State of the jobs</legend>
      {jobStates.map((state) => (
        <label key={state} className={styles.tab}>
          <input
            type="radio"
            name="state"
            className={styles.input}
            value={state}
            checked={state === value}
            onChange={() => onChange(state)}
          />
          <span>{titles[state]}</span>{' '}
          <span className={styles.count} data-alarming={state === 'failed' && (counts?.failed ?? 0) > 0}>
            {counts ? counts[state].toLocaleString('en-US') : '–'}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
