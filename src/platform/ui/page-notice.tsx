import type { ReactNode } from 'react';
import styles from './page-notice.module.css';
import { useHeadingFocus } from './use-heading-focus.ts';

interface PageNoticeProps {
  title: string;
  icon?: ReactNode;
  /** What happened, in a sentence, and what to do next. */
  children?: ReactNode;
}

/** A page that consists of one message: not found, not authorized, broken. */
export function PageNotice({ title, icon, children }: PageNoticeProps) {
  const heading = useHeadingFocus();
  return (
    <section className={styles.notice}>
      {icon !== undefined && (
        <div className={styles.icon} aria-hidden="true">
          {icon}
        </div>
      )}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <div className={styles.body}>{children}</div>
    </section>
  );
}
