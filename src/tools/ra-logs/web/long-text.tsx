import { useState } from 'react';
import { TextButton } from '../../../platform/ui/text-button.tsx';
import styles from './long-text.module.css';

const longFrom = { characters: 320, lines: 5 };

/** What someone wrote, unchanged; a long text opens on demand. */
export function LongText({ children, of }: { children: string; of: string }) {
  const [open, setOpen] = useState(false);
  if (children === '') return <span className={styles.none}>N/A</span>;
  const isLong = children.length > longFrom.characters || children.split('\n').length > longFrom.lines;
  return (
    <>
      <span className={styles.text} data-cut={(isLong && !open) || undefined}>
        {children}
      </span>
      {isLong && (
        <TextButton
          className={styles.toggle}
          aria-expanded={open}
          aria-label={`${open ? 'Show less' : 'Show all'} of ${of}`}
          onClick={() => setOpen(!open)}
        >
          {open ? 'Show less' : 'Show all'}
        </TextButton>
      )}
    </>
  );
}
