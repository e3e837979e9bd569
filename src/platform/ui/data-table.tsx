import type { ReactNode } from 'react';
import styles from './data-table.module.css';

export interface Column<Row> {
  /** The heading of the column, and on phones the word before the value. */
  title: string;
  cell: (row: Row) => ReactNode;
  /** Numbers stand at the end, so that their digits are aligned. */
  align?: 'end';
  /** `fit`: as narrow as its content. `rest`: what remains; longer text is cut with an ellipsis. */
  width?: 'fit' | 'rest';
  /** For a column of buttons: the heading is only heard. */
  unlabelled?: boolean;
}

interface DataTableProps<Row> {
  /** What the table holds, for people who hear it. */
  caption: string;
  /** The first column names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

/**
 * Rows and columns that become labelled cards where there is little room (unless there are only two columns). The roles are written out because a table that is not
 * displayed as one loses them in some browsers.
 */
export function DataTable<Row>({ caption, columns, rows, keyOf }: DataTableProps<Row>) {
  return (
    <div className={columns.length > 2 ? styles.frame : undefined}>
      <table className={styles.table} {...role('table')}>
        <caption className={styles.heard}>{caption}</caption>
        <thead {...role('rowgroup')}>
          <tr {...role('row')}>
            {columns.map(({ title, align, width, unlabelled }) => (
              <th key={title} scope="col" data-align={align} data-width={width} {...role('columnheader')}>
                <span className={unlabelled ? styles.heard : undefined}>{title}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody {...role('rowgroup')}>
          {rows.map((row) => (
            <tr key={keyOf(row)} {...role('row')}>
              {columns.map(({ title, cell, align, width, unlabelled }, index) => {
                const Cell = index === 0 ? 'th' : 'td';
                return (
                  <Cell
                    key={title}
                    data-align={align}
                    data-width={width}
                    data-unlabelled={unlabelled || undefined}
                    {...(index === 0 ? { scope: 'row', ...role('rowheader') } : role('cell'))}
                  >
                    {index > 0 && !unlabelled && (
                      <span className={styles.label} aria-hidden="true">
                        {title}
                      </span>
                    )}
                    <div className={styles.value}>{cell(row)}</div>
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function role(name: string): { role: string } {
  return { role: name };
}
