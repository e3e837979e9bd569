import { useState } from 'react';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './group-list.module.css';

/** More than this many are opened by a button: someone with 60 groups still finds Sign Out without scrolling. */
const most = 5;

/** The names of a person's groups. */
export function GroupList({ groups, labelledBy }: { groups: readonly string[]; labelledBy: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const hasMore = groups.length > most;
  const shown = hasMore && !isOpen ? groups.slice(0, most) : groups;
  return (
    <>
      <ul className={styles.groups} aria-labelledby={labelledBy}>
        {shown.map((group) => (
          <li key={group}>{group}</li>
        ))}
      </ul>
      {hasMore && (
        <TextButton className={styles.more} aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : `Show all ${groups.length}`}
        </TextButton>
      )}
    </>
  );
}
