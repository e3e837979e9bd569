import type { ReactNode } from 'react';
import styles from './tag-line.module.css';

/** The number, status, and time of a thing, in the lead of its page. */
export function TagLine({ children }: { children: ReactNode }) {
  return <span className={styles.line}>{children}</span>;
}
