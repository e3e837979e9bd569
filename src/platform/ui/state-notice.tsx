import type { ReactNode } from 'react';
import styles from './state-notice.module.css';

/** What a person should know first about the thing on this page, and the buttons that change it. */
export function StateNotice({ children, actions }: { children: ReactNode; actions: ReactNode }) {
  return (
    <div className={styles.notice}>
      <span>{children}</span>
      {actions}
    </div>
  );
}
