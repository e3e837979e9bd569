import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { setImmediate as breathe } from 'node:timers/promises';
import { CsvError, parse } from 'csv-parse';
import type { RowError } from '../../contract/problem.ts';

/** A record with the row in which a spreadsheet shows it; the header is row 1. */
export interface CsvRow<Column extends string> {
  row: number;
  values: Record<Column, string>;
}

export interface CsvContent<Column extends string> {
  rows: CsvRow<Column>[];
  /** Mistakes of form: encoding, header, quotes, number of cells, too many rows. */
  errors: RowError[];
}

export interface CsvShape<Column extends string> {
  /** Columns that have to be there, in any order and any case; others are ignored. */
  columns: readonly Column[];
  /** Columns that may be absent; their values are empty then. */
  optional?: readonly Column[];
  /** The largest number of records below the header. */
  maxRows: number;
}

interface Record_ {
  record: string[];
  info: { records: number; empty_lines: number };
}

const pieceBytes = 64 * 1024;
/** Other requests get their turn after so many records. */
const recordsPerTurn = 500;
const mostErrors = 2_000;

/**
 * Reads a CSV file of RFC 4180 in UTF-8, with or without a byte order mark, lines ended by CRLF, LF or CR.
 * What is wrong with it is told row by row; nothing is thrown.
 */
export async function readCsv<Column extends string>(bytes: Buffer, shape: CsvShape<Column>): Promise<CsvContent<Column>> {
  if (!isUtf8(bytes)) {
    return failed(1, '', '', 'This file is not UTF-8. In a spreadsheet, save it as "CSV UTF-8".');
  }
  const parser = Readable.from(pieces(bytes), { objectMode: false }).pipe(
    parse({
      bom: true,
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      max_record_size: 128 * 1024,
    }),
  );
  const content: CsvContent<Column> = { rows: [], errors: [] };
  let header: Header<Column> | null = null;
  let read = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<Record_>) {
      const row = info.records + info.empty_lines;
      if (header === null) {
        const found = readHeader(record, shape, row);
        if (Array.isArray(found)) return { rows: [], errors: found };
        header = found;
        continue;
      }
      read += 1;
      if (read > shape.maxRows) {
        return failed(row, '', '', `A file may have at most ${shape.maxRows.toLocaleString('en-US')} rows.`);
      }
      readRecord(record, row, header, content);
      if (content.errors.length >= mostErrors) break;
      if (read % recordsPerTurn === 0) await breathe();
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    content.errors.push({ row: rowOf(error), column: '', value: '', message: explain(error) });
  }
  if (header === null && content.errors.length === 0) return failed(1, '', '', 'This file is empty.');
  return content;
}

function* pieces(bytes: Buffer) {
  for (let start = 0; start < bytes.length; start += pieceBytes) yield bytes.subarray(start, start + pieceBytes);
}

function failed(row: number, column: string, value: string, message: string) {
  return { rows: [], errors: [{ row, column, value, message }] };
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
    if (twice) errors.push({ row, column, value: column, message: 'This column is there twice.' });
    if (at < 0 && required) errors.push({ row, column, value: '', message: 'This column is missing.' });
    return [column, at < 0 ? null : at];
  };
  const positions = [
    ...shape.columns.map((column) => find(column, true)),
    ...(shape.optional ?? []).map((column) => find(column, false)),
  ];
  return errors.length > 0 ? errors : { width: cells.length, positions };
}

function readRecord<Column extends string>(
  cells: readonly string[],
  row: number,
  { width, positions }: Header<Column>,
  content: CsvContent<Column>,
): void {
  // Spreadsheets leave rows behind that hold nothing but separators.
  if (cells.every((cell) => cell.trim() === '')) return;
  const surplus = cells.slice(width).find((cell) => cell.trim() !== '');
  if (surplus !== undefined) {
    const message = 'This row has more cells than the header. A value with a comma needs quotes around it.';
    content.errors.push({ row, column: '', value: surplus.slice(0, 200), message });
    return;
  }
  // Only declared columns become names of properties, so no header can reach a prototype.
  const values = Object.fromEntries(positions.map(([column, at]) => [column, at === null ? '' : (cells[at] ?? '')]));
  content.rows.push({ row, values: values as Record<Column, string> });
}

function rowOf(error: CsvError): number {
  const records = 'records' in error && typeof error.records === 'number' ? error.records : 0;
  const empty = 'empty_lines' in error && typeof error.empty_lines === 'number' ? error.empty_lines : 0;
  return records + empty + 1;
}

function explain(error: CsvError): string {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return 'A quotation mark opens here and is never closed.';
  if (error.code === 'CSV_MAX_RECORD_SIZE') return 'This row is too long.';
  return 'The quotation marks of this row do not match. Inside of quotes, write "" for a quotation mark.';
}
