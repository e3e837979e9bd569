import type { ReactNode } from 'react';
import styles from './buttons.module.css';

/** Buttons beside one another, on several lines where there is no room. */
export function Buttons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>;
}
