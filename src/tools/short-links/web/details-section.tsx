import { type ReactNode, useId } from 'react';
import styles from './link-details.module.css';

/** One part of a link's details, with its heading and what is next to it. */
export function DetailsSection({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const heading = useId();
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <div className={styles.sectionHead}>
        <h3 id={heading}>{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  );
}
