import type { ReactNode } from 'react';
import styles from './row-actions.module.css';

/** The buttons at the end of a row of a table. */
export function RowActions({ children }: { children: ReactNode }) {
  return (
    <div className={styles.actions} data-no-print>
      {children}
    </div>
  );
}
