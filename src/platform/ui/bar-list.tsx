import type { ReactNode } from 'react';
import styles from './bar-list.module.css';

interface BarListProps {
  /** What is compared, for screen readers. */
  caption: string;
  nameHeading: string;
  valueHeading: string;
  rows: readonly { key: string; name: ReactNode; value: number }[];
  /** How a value is written; a plain number unless told. */
  sayValue?: (value: number) => string;
}

const sayNumber = (value: number) => value.toLocaleString('en-US');

/** A single one should not look like much. */
const leastScale = 5;

/** A few things compared by a number: a table whose numbers are drawn as well as written. */
export function BarList(props: BarListProps) {
  const { caption, nameHeading, valueHeading, rows, sayValue = sayNumber } = props;
  const most = Math.max(leastScale, ...rows.map(({ value }) => value));
  return (
    <table className={styles.table}>
      <caption className={styles.heard}>{caption}</caption>
      <thead className={styles.heard}>
        <tr>
          <th scope="col">{nameHeading}</th>
          <th scope="col">{valueHeading}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, value }) => (
          <tr key={key}>
            <th scope="row">
              <span className={styles.name}>{name}</span>
            </th>
            <td>
              <span className={styles.measure}>
                <svg className={styles.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={(value / most) * 100} height="1" />
                </svg>
                <span className={styles.value}>{sayValue(value)}</span>
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
