import type { ButtonHTMLAttributes } from 'react';
import styles from './text-button.module.css';

/** A button that reads like a link. `className` only places it. */
export function TextButton({ className = '', ...rest }: ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button {...rest} type="button" className={`${styles.button} ${className}`} />;
}
