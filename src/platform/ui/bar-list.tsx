import type { ReactNode } from 'react';
import styles from './bar-list.module.css';

interface BarListProps {
  /** What is compared, for screen readers. */
  caption: string;
  nameHeading: string;
  valueHeading: string;
  rows: readonly { key: string; name: ReactNode; value: number }[];
  /** How a value is written; a plain number by default. */
  sayValue?: (value: number) => string;
}

const sayNumber = (value: number) => value.toLocaleString('en-US');

/** A single one should not look like a lot. */
const leastScale = 5;

/** A few things compared by a number: a table whose numbers are drawn as well as written. */
export function BarList(props: BarListProps) {
  const { caption, nameHeading, valueHeading, rows, sayValue = sayNumber } = props;
  const most = Math.max(leastScale, ...rows.map(({ value }) => value));
  return (
    <div className={styles.list}>
      <table className={styles.table}>
        <caption className="quad-heard">{caption}</caption>
        <thead className="quad-heard">
          <tr>
            <th scope="col">{nameHeading}</th>
            <th scope="col" colSpan={2}>
              {valueHeading}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, value }) => (
            <tr key={key}>
              <th scope="row">
                <span className={styles.name}>{name}</span>
              </th>
              {/* A column of its own: bars can be compared only if each has the same room. */}
              <td className={styles.track}>
                <svg className={styles.bar} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                  <rect width={(value / most) * 100} height="1" />
                </svg>
              </td>
              <td className={styles.value}>{sayValue(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
