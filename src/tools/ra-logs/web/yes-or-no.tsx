import { Check, X } from 'lucide-react';
import styles from './yes-or-no.module.css';

interface YesOrNoProps {
  value: boolean;
  /** The answer that needs attention. */
  alarming?: boolean;
}

export function YesOrNo({ value, alarming }: YesOrNoProps) {
  const Drawing = value ? Check : X;
  return (
    <span
      className={styles.answer}
      data-answer
      data-yes={value || undefined}
      data-alarming={value === alarming || undefined}
    >
      <Drawing size={16} strokeWidth={2.5} aria-hidden="true" />
      {value ? 'Yes' : 'No'}
    </span>
  );
}
