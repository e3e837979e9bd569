import { Children, type ReactNode } from 'react';
import styles from './log-card.module.css';

/** Cards one below another. */
export function LogList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {Children.map(children, (child) => (
        <li>{child}</li>
      ))}
    </ul>
  );
}
