import { csvMark, csvText } from '../../contract/csv-text.ts';
import type { RowError } from '../../contract/problem.ts';

/** The mistakes in which every word is found somewhere, in any case; a number is also the number of a row. */
export function filterRowErrors(rows: readonly RowError[], wanted: string): readonly RowError[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ row, column, value, message }) => {
    const text = `row ${column} ${value} ${message}`.toLowerCase();
    return words.every((word) => word === String(row) || text.includes(word));
  });
}

/** The mistakes as a CSV file. */
export function rowErrorsFile(rows: readonly RowError[]): string {
  const lines = rows.map(({ row, column, value, message }) =>
    [String(row), csvText(column), csvText(value), csvText(message)].join(','),
  );
  return `${csvMark}row,column,value,what to fix\r\n${lines.map((line) => `${line}\r\n`).join('')}`;
}
