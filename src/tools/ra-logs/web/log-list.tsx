import { Children, type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from './log-card.module.css';

/** Cards one below another. When a log with the focus leaves the list, the list gets the focus. */
export function LogList({ label, children }: { label: string; children: ReactNode }) {
  const list = useRef<HTMLUListElement>(null);
  const isInside = useRef(false);
  useLayoutEffect(() => {
    if (isInside.current && document.activeElement === document.body) list.current?.focus();
  });
  return (
    <ul
      ref={list}
      tabIndex={-1}
      className={styles.list}
      aria-label={label}
      onFocus={() => {
        isInside.current = true;
      }}
      onBlur={() => {
        isInside.current = false;
      }}
    >
      {Children.map(children, (child) => (
        <li>{child}</li>
      ))}
    </ul>
  );
}
