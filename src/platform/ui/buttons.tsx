import type { ReactNode } from 'react';
import styles from './buttons.module.css';

/** Buttons side by side, on several lines if there is no room. */
export function Buttons({ children }: { children: ReactNode }) {
  return <div className={styles.buttons}>{children}</div>;
}
