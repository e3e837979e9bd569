import type { ReactNode } from 'react';
import styles from './tag.module.css';

/**
 * A word about the state of something; the color only repeats what the word says: `warning` is waiting for someone, `bad`
 * failed or was taken away, `good` is in force or done, and what ended as planned is `neutral`.
 */
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
