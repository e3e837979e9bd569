import type { ReactNode } from 'react';
import styles from './message.module.css';

interface MessageProps {
  by: string;
  /** Beside the name: on whose behalf they wrote, such as the help desk. */
  tag?: ReactNode;
  when: ReactNode;
  /** `ours` is from the people whose page it is; `note` is not for the person who asked. */
  tone?: 'ours' | 'note' | undefined;
  children: ReactNode;
}

/** Messages and what happened between them, oldest first; each child is an item of its own. */
export function Messages({ label, children }: { label: string; children: ReactNode[] }) {
  return (
    <ol className={styles.messages} aria-label={label}>
      {children}
    </ol>
  );
}

/** What one person wrote, with their name and the time. */
export function Message({ by, tag, when, tone, children }: MessageProps) {
  return (
    <article className={styles.message} data-tone={tone}>
      <header className={styles.head}>
        <span className={styles.by}>
          {by} {tag}
        </span>
        <span className={styles.when}>{when}</span>
      </header>
      {children}
    </article>
  );
}

/** Text as it was typed, with its line breaks. */
export function MessageText({ children }: { children: string }) {
  return <p className={styles.text}>{children}</p>;
}
