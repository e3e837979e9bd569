import styles from './waiting-count.module.css';

/** A title with how many things are waiting there, on the line of its last word; only the title if none are. */
export function CountedTitle({ title, count }: { title: string; count: number }) {
  if (count === 0) return title;
  const last = title.lastIndexOf(' ') + 1;
  return (
    <>
      {title.slice(0, last)}
      <span className={styles.last}>
        {title.slice(last)}{' '}
        <span className={styles.count}>
          {count > 99 ? '99+' : count}
          <span className="quad-heard"> waiting</span>
        </span>
      </span>
    </>
  );
}
