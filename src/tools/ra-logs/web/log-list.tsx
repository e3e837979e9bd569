import { Children, type ReactNode } from 'react';
import { useFocusKeeper } from '../../../platform/ui/use-focus-keeper.ts';
import styles from './log-card.module.css';

/** Cards one below another. When a log with the focus leaves the list, the list gets the focus. */
export function LogList({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul {...useFocusKeeper<HTMLUListElement>()} tabIndex={-1} className={styles.list} aria-label={label}>
      {Children.map(children, (child) => (
        <li>{child}</li>
      ))}
    </ul>
  );
}
