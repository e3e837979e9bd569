import { CampusTime } from '../../../platform/web/session/campus-time.tsx';
import type { ChangedColumn } from '../contract.ts';
import styles from './audit.module.css';
import { plain } from './words.ts';

/** Each column with what it was and what it is; a side that the entry does not have is left out. */
export function Changes({ columns, caption }: { columns: readonly ChangedColumn[]; caption: string }) {
  const hasBefore = columns.some(({ before }) => before !== null);
  const hasAfter = columns.some(({ after }) => after !== null);
  return (
    <table className={styles.changes}>
      <caption className="quad-heard">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Column</th>
          {hasBefore && <th scope="col">{hasAfter ? 'Before' : 'Was'}</th>}
          {hasAfter && <th scope="col">{hasBefore ? 'After' : 'Value'}</th>}
        </tr>
      </thead>
      <tbody>
        {columns.map(({ name, before, after }) => (
          <tr key={name} data-changed={hasBefore && hasAfter && before !== after ? true : undefined}>
            <th scope="row">{plain(name)}</th>
            {hasBefore && <Value value={before} />}
            {hasAfter && <Value value={after} />}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Value({ value }: { value: string | null }) {
  if (value === null) return <td className={styles.soft}>Not recorded</td>;
  if (value === '') return <td className={styles.soft}>Empty</td>;
  const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value);
  return <td>{isInstant ? <CampusTime value={value} /> : value}</td>;
}
