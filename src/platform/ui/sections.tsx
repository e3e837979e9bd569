import type { ReactNode } from 'react';
import styles from './sections.module.css';

/** The parts of a page or a dialog, one below the other; `narrow` keeps them in a column that is easy to read. */
export function Sections({ children, narrow = false }: { children: ReactNode; narrow?: boolean }) {
  return <div className={narrow ? styles.narrow : styles.sections}>{children}</div>;
}
