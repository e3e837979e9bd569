import type { ReactNode } from 'react';
import styles from './tag.module.css';

/** A word about the state of something; the color only repeats what the word says. */
export function Tag({
  tone = 'neutral',
  children,
}: {
  tone?: 'neutral' | 'good' | 'warning' | 'bad';
  children: ReactNode;
}) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {children}
    </span>
  );
}
