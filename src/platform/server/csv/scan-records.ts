import { finished } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import type { RowError } from '../../contract/problem.ts';
import { takeTurns } from '../concurrency/take-turns.ts';
import { decodeText } from './decode-text.ts';

/** Recognized separators, and what people call them. */
export const separators = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'vertical bar' } as const;
export type Separator = keyof typeof separators;

/** So small that even records of one letter, the most expensive to read, take at most 20 milliseconds. */
const pieceBytes = 1024;
/** For a record, including its separators. */
const maxRecordBytes = 128 * 1024;

interface Scan {
  /** Without it, the first row shows which one it is. */
  separator?: Separator | undefined;
  /** Gets each record that is not blank, with the row in which a spreadsheet shows it; `false` reads no further. */
  take(cells: string[], row: number, separator: Separator): boolean;
}

/**
 * Reads the records of a text file one by one: any encoding of `decodeText`, separated by commas, semicolons, tabs, or
 * vertical bars, quoted as in RFC 4180, lines ended by CRLF, LF, or CR.
 * @returns Why it could not be read to its end, if it could not
 */
export async function scanRecords(file: Buffer, scan: Scan): Promise<RowError | null> {
  const decoded = await decodeText(file);
  if ('message' in decoded) return fileError(decoded.message);
  const { bytes } = decoded;
  const separator = scan.separator ?? separatorOf(bytes);
  let goesOn = true;
  const parser = parse({
    delimiter: separator,
    relax_column_count: true,
    skip_empty_lines: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: maxRecordBytes,
    // Handled as they are found: records waiting in a stream are lost if a later one is broken.
    on_record: (record: string[], { records, empty_lines }) => {
      // Spreadsheets leave rows behind that contain only separators.
      const isBlank = record.every((cell) => cell.trim() === '');
      if (goesOn && !isBlank) goesOn = scan.take(record, records + empty_lines, separator);
      return null;
    },
  });
  const ended = finished(parser.resume()).catch((error: unknown) => error);
  const turn = takeTurns();
  const found = () => parser.info.records + parser.info.empty_lines;
  let last = { row: 0, at: 0 };
  for (let start = 0; start < bytes.length && goesOn && !parser.destroyed; start += pieceBytes) {
    parser.write(bytes.subarray(start, start + pieceBytes));
    if (found() > last.row) last = { row: found(), at: start };
    // The parser does not count separators, and would collect millions of empty cells.
    if (start - last.at > maxRecordBytes) {
      parser.destroy();
      return rowError(last.row + 1, tooLong);
    }
    await turn();
  }
  parser.end();
  const error = await ended;
  if (!goesOn) return null;
  if (error instanceof CsvError) return rowError(rowOf(error), explain(error));
  if (error instanceof Error) throw error;
  return null;
}

/** A mistake about a whole row. */
export function rowError(row: number, message: string, value = ''): RowError {
  return { row, column: '', value, message };
}

/** A mistake about the whole file, which no row shows. */
export function fileError(message: string): RowError {
  return rowError(0, message);
}

/** Where a mistake is, at the beginning of a line about it. */
export function sayPlace({ row, column }: RowError): string {
  if (row === 0) return '';
  return `Row ${row}${column === '' ? '' : `, ${column}`}: `;
}

/** What separates the cells of the first row, outside quotes. */
function separatorOf(bytes: Buffer): Separator {
  const unquoted = bytes.toString('utf8', 0, maxRecordBytes).replace(/"(?:[^"]|"")*"/g, '');
  const [first = ''] = unquoted.replace(/^[\r\n]+/, '').split(/[\r\n]/, 1);
  const countOf = (separator: string) => first.split(separator).length;
  const candidates = Object.keys(separators) as Separator[];
  return candidates.reduce((best, next) => (countOf(next) > countOf(best) ? next : best));
}

const tooLong = 'This row is too long.';

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
