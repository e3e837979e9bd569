import styles from './page-skeleton.module.css';

/** The shape of a page whose code is loading. Invisible for a moment, so that a quick page does not flicker. */
export function PageSkeleton() {
  return (
    <div className={styles.skeleton} role="status" aria-label="Loading the page">
      <div className={styles.title} />
      <div className={styles.lead} />
      <div className={styles.panel} />
    </div>
  );
}
