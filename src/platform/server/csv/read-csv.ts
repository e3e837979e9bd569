import { isUtf8 } from 'node:buffer';
import { finished } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { sayLongest } from '../../contract/issue-words.ts';
import type { RowError } from '../../contract/problem.ts';
import { takeTurns } from '../process/take-turns.ts';

/** A record with the row in which a spreadsheet shows it; the header is row 1. */
export interface CsvRow<Column extends string> {
  row: number;
  values: Record<Column, string>;
}

export interface CsvContent<Column extends string> {
  rows: CsvRow<Column>[];
  /** Formal mistakes: encoding, header, quotes, number of cells, too many rows. */
  errors: RowError[];
}

export interface CsvShape<Column extends string> {
  /** Required columns, in any order and any case; others are ignored. */
  columns: readonly Column[];
  /** Columns that may be absent; their values are empty then. */
  optional?: readonly Column[];
  /** The largest number of records below the header. */
  maxRows: number;
}

/** So small that even records of one letter, the most expensive to read, take at most 20 milliseconds. */
const pieceBytes = 1024;
/** Of a record, including its separators. */
const maxRecordBytes = 128 * 1024;
/** Characters of a value; longer than any field may be, so that no field reads more. */
const maxValueLength = 10_000;

/**
 * Reads a CSV file of RFC 4180 in UTF-8, with or without a byte order mark, lines ended by CRLF, LF or CR. Spreadsheets
 * of other countries write semicolons, and a copied table has tabs: the header shows which. Its mistakes are reported
 * row by row; nothing is thrown.
 */
export async function readCsv<Column extends string>(
  bytes: Buffer,
  shape: CsvShape<Column>,
): Promise<CsvContent<Column>> {
  if (!isUtf8(bytes)) {
    const message = 'This file is not UTF-8. In a spreadsheet, save it as "CSV UTF-8".';
    return { rows: [], errors: [{ row: 1, column: '', value: '', message }] };
  }
  const delimiter = delimiterOf(bytes);
  const reader = createReader(shape, delimiter);
  const parser = parse({
    bom: true,
    delimiter,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: maxRecordBytes,
    // Taken as they are found: records waiting in a stream are lost when a later one is broken.
    on_record: (record: string[], { records, empty_lines }) => {
      reader.take(record, records + empty_lines);
      return null;
    },
  });
  const ended = finished(parser.resume()).catch((error: unknown) => error);
  const turn = takeTurns();
  const found = () => parser.info.records + parser.info.empty_lines;
  let last = { row: 0, at: 0 };
  for (let start = 0; start < bytes.length && !reader.isDone() && !parser.destroyed; start += pieceBytes) {
    parser.write(bytes.subarray(start, start + pieceBytes));
    if (found() > last.row) last = { row: found(), at: start };
    // The parser does not count separators, and would collect millions of empty cells.
    if (start - last.at > maxRecordBytes) reader.end(last.row + 1, tooLong);
    await turn();
  }
  parser.end();
  const error = await ended;
  if (error instanceof CsvError) reader.fail(rowOf(error), explain(error));
  else if (error instanceof Error) throw error;
  return reader.content();
}

const delimiters = { ',': 'comma', ';': 'semicolon', '\t': 'tab' } as const;
type Delimiter = keyof typeof delimiters;

/** What separates the names of the header; they contain none of these themselves. */
function delimiterOf(bytes: Buffer): Delimiter {
  const [header = ''] = bytes.toString('utf8', 0, maxRecordBytes).split(/[\r\n]/, 1);
  const countOf = (delimiter: string) => header.split(delimiter).length;
  const candidates = Object.keys(delimiters) as Delimiter[];
  return candidates.reduce((best, next) => (countOf(next) > countOf(best) ? next : best));
}

const tooLong = 'This row is too long.';

/** Collects records: the first is the header, the others are rows or mistakes. */
function createReader<Column extends string>(shape: CsvShape<Column>, delimiter: Delimiter) {
  let header: Header<Column> | null = null;
  let content: CsvContent<Column> = { rows: [], errors: [] };
  let read = 0;
  let done = false;

  function end(row: number, message: string): void {
    done = true;
    content = { rows: [], errors: [{ row, column: '', value: '', message }] };
  }

  return {
    isDone: () => done,
    end,
    fail(row: number, message: string): void {
      // A file that was not read to its end is cut off in the middle of something.
      if (!done) content.errors.push({ row, column: '', value: '', message });
    },
    content(): CsvContent<Column> {
      if (header === null && content.errors.length === 0) end(1, 'This file is empty.');
      return content;
    },
    take(cells: string[], row: number): void {
      if (done) return;
      if (header === null) {
        const found = readHeader(cells, shape, row);
        if (!Array.isArray(found)) header = found;
        else {
          done = true;
          content.errors.push(...found);
        }
        return;
      }
      read += 1;
      if (read > shape.maxRows)
        end(row, `A file can have at most ${shape.maxRows.toLocaleString('en-US')} rows.`);
      else readRecord(cells, row, { ...header, delimiter }, content);
    },
  };
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
  return errors.length > 0 ? errors : { width: cells.length, positions };
}

function readRecord<Column extends string>(
  cells: readonly string[],
  row: number,
  { width, positions, delimiter }: Header<Column> & { delimiter: Delimiter },
  content: CsvContent<Column>,
): void {
  // Spreadsheets leave rows behind that contain only separators.
  if (cells.every((cell) => cell.trim() === '')) return;
  const surplus = cells.slice(width).find((cell) => cell.trim() !== '');
  if (surplus !== undefined) {
    const separator = delimiters[delimiter];
    const message = `This row has more cells than the header. A value with a ${separator} needs quotes around it.`;
    content.errors.push({ row, column: '', value: surplus.slice(0, 200), message });
    return;
  }
  const long = positions.find(([, at]) => at !== null && (cells[at]?.length ?? 0) > maxValueLength);
  if (long !== undefined) {
    const [column, at] = long;
    const value = cells[at ?? 0]?.slice(0, 200) ?? '';
    content.errors.push({ row, column, value, message: sayLongest(maxValueLength) });
    return;
  }
  // Only declared columns become property names, so no header can reach a prototype.
  const values = Object.fromEntries(
    positions.map(([column, at]) => [column, at === null ? '' : (cells[at] ?? '')]),
  );
  content.rows.push({ row, values: values as Record<Column, string> });
}

function rowOf(error: CsvError): number {
  const records = 'records' in error && typeof error.records === 'number' ? error.records : 0;
  const empty = 'empty_lines' in error && typeof error.empty_lines === 'number' ? error.empty_lines : 0;
  return records + empty + 1;
}

function explain(error: CsvError): string {
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return 'A quotation mark opens here and is never closed.';
  if (error.code === 'CSV_MAX_RECORD_SIZE') return tooLong;
  return 'The quotation marks in this row do not match. Inside quotes, write "" for a quotation mark.';
}
