import styles from './waiting-count.module.css';

/** How many things wait in a tool or a department; nothing when none do. */
export function WaitingCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className={styles.count}>
      {count > 99 ? '99+' : count}
      <span className={styles.heard}> waiting</span>
    </span>
  );
}
