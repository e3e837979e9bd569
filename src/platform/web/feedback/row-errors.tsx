import { Button } from '@mantine/core';
import { FileDown, Search } from 'lucide-react';
import { useState } from 'react';
import type { RowError } from '../../contract/problem.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { saveFile } from './download-button.tsx';
import styles from './row-errors.module.css';
import { filterRowErrors, rowErrorsFile } from './row-errors-file.ts';

const columns: Column<RowError>[] = [
  {
    title: 'Where',
    width: 'fit',
    cell: ({ row, column }) => `Row ${row.toLocaleString('en-US')}${column === '' ? '' : `, ${column}`}`,
  },
  {
    title: 'Value',
    cell: ({ value }) => <span className={styles.value}>{value === '' ? '(empty)' : value}</span>,
  },
  { title: 'What to fix', cell: ({ message }) => message },
];

/** Up to this many can be seen at a glance. */
const fewRows = 5;

/** The mistakes in an uploaded file that the server lists: to filter, and to download for the person who fixes them. */
export function RowErrors({ rows, total }: { rows: readonly RowError[]; total: number }) {
  const [wanted, setWanted] = useState('');
  if (rows.length === 0) return null;
  const shown = filterRowErrors(rows, wanted);
  return (
    <div>
      <div className={styles.tools}>
        {rows.length > fewRows && (
          <TextField
            className={styles.filter}
            type="search"
            aria-label="Filter these rows"
            placeholder="Filter these rows"
            autoComplete="off"
            value={wanted}
            onChange={(event) => setWanted(event.currentTarget.value)}
            onKeyDown={(event) => {
              // The browser would send the file again: the list is inside the form.
              if (event.key === 'Enter') event.preventDefault();
            }}
            leftSection={<Search size={16} aria-hidden="true" />}
          />
        )}
        <Button
          className={styles.download ?? ''}
          variant="subtle"
          size="compact-sm"
          leftSection={<FileDown size={16} aria-hidden="true" />}
          onClick={() =>
            saveFile(new Blob([rowErrorsFile(rows)], { type: 'text/csv;charset=utf-8' }), 'rows-to-fix.csv')
          }
        >
          Download this list
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.table} aria-label="Rows to fix" tabIndex={0}>
        <DataTable
          caption="Rows to fix"
          columns={columns}
          rows={shown}
          keyOf={({ row, column, message }) => `${row} ${column} ${message}`}
        />
        {shown.length === 0 && <p className={styles.none}>None of these rows matches.</p>}
      </section>
      <p className={styles.more} role="status">
        {sayHowMany({ shown: shown.length, listed: rows.length, total })}
      </p>
    </div>
  );
}

/** The actual number, even if only the first ones are listed. */
function sayHowMany({ shown, listed, total }: { shown: number; listed: number; total: number }): string {
  const all = total > listed ? `the first ${listed} of ${total.toLocaleString('en-US')}` : `${listed}`;
  if (shown < listed) return `Showing ${shown} of ${all}.`;
  if (total > listed) return `Showing ${all}.`;
  return `${listed} ${listed === 1 ? 'mistake' : 'mistakes'}.`;
}
