import type { RowError } from '../../contract/problem.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import styles from './row-errors.module.css';

const columns: Column<RowError>[] = [
  {
    title: 'Where',
    width: 'fit',
    cell: ({ row, column }) => `Row ${row.toLocaleString('en-US')}, ${column}`,
  },
  {
    title: 'Value',
    cell: ({ value }) => <span className={styles.value}>{value === '' ? '(empty)' : value}</span>,
  },
  { title: 'What to fix', cell: ({ message }) => message },
];

/** The invalid rows of a file, as far as the server lists them. */
export function RowErrors({ rows, total }: { rows: readonly RowError[]; total: number }) {
  if (rows.length === 0) return null;
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.table} aria-label="Rows to fix" tabIndex={0}>
        <DataTable
          caption="Rows to fix"
          columns={columns}
          rows={rows}
          keyOf={({ row, column, message }) => `${row} ${column} ${message}`}
        />
      </section>
      {total > rows.length && (
        <p className={styles.more}>
          Showing the first {rows.length} of {total.toLocaleString('en-US')}.
        </p>
      )}
    </div>
  );
}
