import type { ReactNode } from 'react';
import styles from './list-toolbar.module.css';

/** Above a list: what narrows it on the left, what acts on all of it on the right. */
export function ListToolbar({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <div className={styles.toolbar} data-no-print>
      {children}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
