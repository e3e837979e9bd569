import type { ReactNode } from 'react';
import styles from './stacked.module.css';

/** Lines of one cell of a table, one below the other. */
export function Stacked({ children }: { children: ReactNode }) {
  return <span className={styles.stacked}>{children}</span>;
}

/** A line that says less than the first, or nothing yet. */
export function Soft({ children }: { children: ReactNode }) {
  return <span className={styles.soft}>{children}</span>;
}
