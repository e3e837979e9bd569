import styles from './demo-banner.module.css';

/** Stands on every page while anybody may sign in as anybody. */
export function DemoBanner() {
  return (
    <aside className={styles.banner} aria-label="Demo" data-no-print>
      <strong>Demo</strong> The people and data here are made up, and anyone can sign in.
    </aside>
  );
}
