import styles from './skeleton-rows.module.css';

/** The shape of rows that are loading, as many as will probably come, so that nothing jumps. */
export function SkeletonRows({ rows, label }: { rows: number; label: string }) {
  return (
    <div className={styles.rows} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have nothing else to tell them apart
        <div key={row} className={styles.row}>
          <span className={styles.short} />
          <span className={styles.long} />
          <span className={styles.short} />
        </div>
      ))}
    </div>
  );
}
