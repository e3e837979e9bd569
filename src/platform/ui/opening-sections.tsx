import { ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import styles from './opening-sections.module.css';

/** Holds `OpeningSection` elements. */
export function OpeningSections({ children }: { children: ReactNode }) {
  return <div className={styles.list}>{children}</div>;
}

interface OpeningSectionProps {
  title: string;
  /** How much is in it. */
  count: string;
  startsOpen: boolean;
  /** Drawn while it is open. */
  children: ReactNode;
}

/** A part of a page that opens and closes. */
export function OpeningSection({ title, count, startsOpen, children }: OpeningSectionProps) {
  const [isOpen, setIsOpen] = useState(startsOpen);
  const isPrinting = usePrinting();
  const isShown = isPrinting || isOpen;
  return (
    <details
      className={styles.section}
      open={isShown}
      onToggle={({ currentTarget }) => !isPrinting && setIsOpen(currentTarget.open)}
    >
      <summary className={styles.summary}>
        <ChevronRight size={18} aria-hidden="true" className={styles.chevron} />
        <h2 className={styles.title}>{title}</h2>
        <span className={styles.count}>{count}</span>
      </summary>
      {isShown && children}
    </details>
  );
}

/** On paper, nothing can be opened: everything is printed. */
function usePrinting(): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setIsPrinting(true));
    const end = () => setIsPrinting(false);
    window.addEventListener('beforeprint', begin);
    window.addEventListener('afterprint', end);
    return () => {
      window.removeEventListener('beforeprint', begin);
      window.removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
