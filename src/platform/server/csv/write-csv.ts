import { Readable } from 'node:stream';
import { csvMark, csvText } from '../../contract/csv-text.ts';
import { localMoment } from '../time/typed-moment.ts';

export type CsvValue = string | number | boolean | Date | null;

/** One record of RFC 4180, with its CRLF. Text is guarded against being run as a formula; instants are on the clock of the zone. */
export function csvLine(values: readonly CsvValue[], timeZone: string): string {
  return `${values.map((value) => csvCell(value, timeZone)).join(',')}\r\n`;
}

function csvCell(value: CsvValue, timeZone: string): string {
  if (value === null) return '';
  if (value instanceof Date) return localMoment(value, timeZone);
  return typeof value === 'string' ? csvText(value) : String(value);
}

/**
 * A file for a person as a stream: the header, then the rows as they come, a batch at a time; nothing is held in memory. The
 * last column names the zone of its times, such as `America/Boise`.
 */
export function csvStream(
  header: readonly string[],
  batches: AsyncIterable<readonly (readonly CsvValue[])[]>,
  timeZone: string,
): Readable {
  const lineOf = (values: readonly CsvValue[], zone: string) => csvLine([...values, zone], timeZone);
  async function* lines() {
    yield csvMark + lineOf(header, 'timeZone');
    for await (const batch of batches) yield batch.map((values) => lineOf(values, timeZone)).join('');
  }
  return Readable.from(lines(), { objectMode: false });
}
