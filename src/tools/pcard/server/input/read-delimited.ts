import { largestTable } from '../../../../platform/contract/largest-table.ts';
import type { RowError } from '../../../../platform/contract/problem.ts';
import { readCsv } from '../../../../platform/server/csv/read-csv.ts';
import { fileError, rowError, scanRecords } from '../../../../platform/server/csv/scan-records.ts';
import type { Field, InputOf } from '../../contract/profile-input.ts';
import type { Written } from './transaction.ts';

export interface Reading {
  written: Written[];
  errors: RowError[];
}

/** Columns by their names in the header. */
export async function readNamedColumns(
  bytes: Buffer,
  { columns, credits }: InputOf<'delimited'>,
): Promise<Reading> {
  const fields = Object.entries(columns).filter(([, name]) => name !== undefined) as [Field, string][];
  const names = [...fields.map(([, name]) => name), ...(credits === undefined ? [] : [credits.in])];
  const { rows, errors } = await readCsv<string>(bytes, {
    columns: [...new Set(names)],
    maxRows: largestTable.rows,
  });
  const written = rows.map(({ row, values }) => ({
    row,
    values: Object.fromEntries(fields.map(([field, name]) => [field, values[name] ?? ''])),
    isCredit: credits === undefined ? null : credits.equals.includes((values[credits.in] ?? '').trim()),
  }));
  return { written, errors };
}

/** Columns by their numbers. Every row has to have as many cells as the first one. */
export async function readNumberedColumns(
  bytes: Buffer,
  { columns, credits }: InputOf<'delimited-without-header'>,
): Promise<Reading> {
  const fields = Object.entries(columns).filter(([, at]) => at !== undefined) as [Field, number][];
  const written: Written[] = [];
  const errors: RowError[] = [];
  let width: number | null = null;
  const fault = await scanRecords(bytes, {
    take(cells, row) {
      width ??= cells.length;
      if (written.length + errors.length >= largestTable.rows) {
        errors.push(fileError(`A file can have at most ${largestTable.rows.toLocaleString('en-US')} rows.`));
        return false;
      }
      if (cells.length !== width) {
        const message = `This row has ${cells.length} cells, and the first one has ${width}. A value with a separator needs quotes around it.`;
        errors.push(rowError(row, message));
        return true;
      }
      const cell = (at: number) => cells[at - 1] ?? '';
      written.push({
        row,
        values: Object.fromEntries(fields.map(([field, at]) => [field, cell(at).slice(0, 10_000)])),
        isCredit: credits === undefined ? null : credits.equals.includes(cell(credits.in).trim()),
      });
      return true;
    },
  });
  if (fault !== null) errors.push(fault);
  return { written, errors };
}
