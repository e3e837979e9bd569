import type { ReactNode } from 'react';
import styles from './facts.module.css';

interface FactsProps {
  /** `Fact` elements; what is false or null is left out. */
  children: ReactNode;
  /** Two columns if there is room, for a panel as wide as the page. */
  wide?: boolean;
}

/** What is known about one thing: terms on the left, as wide as the longest one, and values next to them. */
export function Facts({ children, wide = false }: FactsProps) {
  return <dl className={wide ? styles.wide : styles.facts}>{children}</dl>;
}

export function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
