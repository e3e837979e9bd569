import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './done-notice.module.css';

interface DoneNoticeProps {
  label: string;
  title: ReactNode;
  children: ReactNode;
}

/** What was just sent with the form below, and where it goes on. */
export function DoneNotice({ label, title, children }: DoneNoticeProps) {
  return (
    <section className={styles.notice} aria-label={label}>
      <CircleCheck size={22} aria-hidden="true" />
      <div className={styles.words}>
        <span className={styles.title}>{title}</span>
        {children}
      </div>
    </section>
  );
}
