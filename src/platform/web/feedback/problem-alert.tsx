import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './problem-alert.module.css';

interface ProblemAlertProps {
  /** A sentence: what happened and what to do next. */
  children: ReactNode;
  actions?: ReactNode;
}

/** What went wrong with a submit, shown above it. */
export function ProblemAlert({ children, actions }: ProblemAlertProps) {
  return (
    <div className={styles.alert} role="alert" tabIndex={-1} data-problem>
      <CircleAlert size={20} className={styles.icon} aria-hidden="true" />
      <div className={styles.words}>
        {children}
        {actions}
      </div>
    </div>
  );
}
