import type { ButtonHTMLAttributes, ReactNode } from 'react';
import styles from './icon-button.module.css';

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'title'> {
  /** What it does, and to what: read aloud, and shown on hover. */
  label: string;
  tone?: 'plain' | 'danger';
  children: ReactNode;
}

/** A button that is only an icon. */
export function IconButton({ label, tone = 'plain', children, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={styles.button}
      data-tone={tone}
      aria-label={label}
      title={label}
    >
      {children}
    </button>
  );
}
