import { hasFewMarks, tooManyMarks } from '../../contract/fields.ts';
import { sayLongest } from '../../contract/issue-words.ts';
import type { RowError } from '../../contract/problem.ts';
import { fileError, rowError, type Separator, scanRecords, separators } from './scan-records.ts';

/** A record with the row in which a spreadsheet shows it; the header is row 1. */
export interface CsvRow<Column extends string> {
  row: number;
  values: Record<Column, string>;
}

export interface CsvContent<Column extends string> {
  rows: CsvRow<Column>[];
  /** Formal mistakes: encoding, header, quotes, number of cells, no rows, or too many. */
  errors: RowError[];
}

export interface CsvShape<Column extends string> {
  /** Required columns, in any order and any case; others are ignored. */
  columns: readonly Column[];
  /** Columns that may be absent; their values are empty then. */
  optional?: readonly Column[];
  /** Gets the names of columns that are in neither list, for files in which an extra column is a mistake. */
  onOthers?(names: readonly string[]): void;
  /** The largest number of records below the header. */
  maxRows: number;
}

/** Characters of a value; longer than any field may be, so that no field reads more. */
const maxValueLength = 10_000;
/** Whatever marks a shorter value has, it is normalized quickly. */
const quicklyNormalized = 200;

/**
 * Reads a table with a header from a file that a person uploaded (`scanRecords` says which files). Its mistakes are
 * reported row by row; nothing is thrown.
 */
export async function readCsv<Column extends string>(
  bytes: Buffer,
  shape: CsvShape<Column>,
): Promise<CsvContent<Column>> {
  let header: Header<Column> | null = null;
  const content: CsvContent<Column> = { rows: [], errors: [] };
  let read = 0;
  const fault = await scanRecords(bytes, {
    take(cells, row, separator) {
      if (header === null) {
        const found = readHeader(cells, shape, row);
        if (Array.isArray(found)) content.errors.push(...found);
        else header = found;
        return header !== null;
      }
      read += 1;
      if (read > shape.maxRows) {
        content.rows = [];
        content.errors = [
          fileError(`A file can have at most ${shape.maxRows.toLocaleString('en-US')} rows.`),
        ];
        return false;
      }
      readRecord(cells, row, { ...header, separator }, content);
      return true;
    },
  });
  if (fault !== null) content.errors.push(fault);
  if (content.errors.length === 0 && content.rows.length === 0)
    content.errors.push(fileError(header === null ? 'This file is empty.' : 'This file has no rows.'));
  return content;
}

interface Header<Column extends string> {
  width: number;
  positions: [Column, number | null][];
}

function readHeader<Column extends string>(
  cells: readonly string[],
  shape: CsvShape<Column>,
  row: number,
): Header<Column> | RowError[] {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  const errors: RowError[] = [];
  const find = (column: Column, required: boolean): [Column, number | null] => {
    const at = names.indexOf(column.toLowerCase());
    const twice = at !== names.lastIndexOf(column.toLowerCase());
    if (twice) errors.push({ row, column, value: column, message: 'This column appears twice.' });
    if (at < 0 && required) errors.push({ row, column, value: '', message: 'This column is missing.' });
    return [column, at < 0 ? null : at];
  };
  const positions = [
    ...shape.columns.map((column) => find(column, true)),
    ...(shape.optional ?? []).map((column) => find(column, false)),
  ];
  const known = new Set(positions.map(([, at]) => at));
  const others = cells.filter((cell, at) => !known.has(at) && cell.trim() !== '');
  shape.onOthers?.(others.map((cell) => cell.trim()));
  return errors.length > 0 ? errors : { width: cells.length, positions };
}

function readRecord<Column extends string>(
  cells: readonly string[],
  row: number,
  { width, positions, separator }: Header<Column> & { separator: Separator },
  content: CsvContent<Column>,
): void {
  const surplus = cells.slice(width).find((cell) => cell.trim() !== '');
  if (surplus !== undefined) {
    const message = `This row has more cells than the header. A value with a ${separators[separator]} needs quotes around it.`;
    content.errors.push(rowError(row, message, surplus.slice(0, 200)));
    return;
  }
  for (const [column, at] of positions) {
    const value = at === null ? '' : (cells[at] ?? '');
    const message = faultOf(value);
    if (message === null) continue;
    content.errors.push({ row, column, value: value.slice(0, 200), message });
    return;
  }
  // Only declared columns become property names, so no header can reach a prototype.
  const values = Object.fromEntries(
    positions.map(([column, at]) => [column, at === null ? '' : (cells[at] ?? '')]),
  );
  content.rows.push({ row, values: values as Record<Column, string> });
}

/** Why no field reads this. */
function faultOf(value: string): string | null {
  if (value.length > maxValueLength) return sayLongest(maxValueLength);
  return value.length > quicklyNormalized && !hasFewMarks(value) ? tooManyMarks : null;
}
