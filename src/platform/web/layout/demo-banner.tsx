import styles from './demo-banner.module.css';

/** Stands on every page while anybody may sign in as anybody. */
export function DemoBanner() {
  return (
    <aside className={styles.banner} aria-label="Demo" data-no-print>
      <strong>Demo</strong> The people and the data here are invented, and anybody can sign in.
    </aside>
  );
}
