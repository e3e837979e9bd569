import { Readable } from 'node:stream';
import { guardFormula } from './formula.ts';

export type CsvValue = string | number | boolean | Date | null;

/** One record of RFC 4180, with its CRLF. Text is guarded against being run as a formula; instants are ISO 8601 UTC. */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: CsvValue): string {
  if (value === null) return '';
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'string') return String(value);
  const safe = guardFormula(value);
  // `;` and tabs as well: many spreadsheets take them for separators beside the comma.
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A file as a stream: the header, then the rows as they come, a batch at a time; nothing is held in memory. */
export function csvStream(
  header: readonly string[],
  batches: AsyncIterable<readonly (readonly CsvValue[])[]>,
): Readable {
  async function* lines() {
    yield csvLine(header);
    for await (const batch of batches) yield batch.map(csvLine).join('');
  }
  return Readable.from(lines(), { objectMode: false });
}
