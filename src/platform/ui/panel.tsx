import type { ReactNode } from 'react';
import styles from './panel.module.css';

/** A sheet of paper on the page: a list, a form, a chart. `flush` leaves out the inner margin, for tables. */
export function Panel({ children, flush = false }: { children: ReactNode; flush?: boolean }) {
  return <div className={flush ? styles.flush : styles.panel}>{children}</div>;
}
