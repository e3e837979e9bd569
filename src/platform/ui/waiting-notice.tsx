import styles from './waiting-notice.module.css';

/** A short message while something loads that cannot be drawn as a skeleton. Announced politely. */
export function WaitingNotice({ children }: { children: string }) {
  return (
    <p role="status" className={styles.waiting}>
      {children}
    </p>
  );
}
