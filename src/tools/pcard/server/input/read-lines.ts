import { largestTable } from '../../../../platform/contract/largest-table.ts';
import type { RowError } from '../../../../platform/contract/problem.ts';
import { decodeText } from '../../../../platform/server/csv/decode-text.ts';
import { rowError } from '../../../../platform/server/csv/scan-records.ts';

/** Longer than any line of a bank. */
const maxLineLength = 20_000;

/** The lines of a text file that has no quotes, numbered from 1, without the empty ones. */
export async function readLines(
  bytes: Buffer,
): Promise<{ lines: { row: number; text: string }[]; errors: RowError[] }> {
  const decoded = await decodeText(bytes);
  if ('message' in decoded) return { lines: [], errors: [rowError(1, decoded.message)] };
  const lines = decoded.bytes
    .toString('utf8')
    .split(/\r\n|\n|\r/, largestTable.rows + 1_000)
    .map((text, at) => ({ row: at + 1, text }))
    .filter(({ text }) => text.trim() !== '');
  const tooMany = lines[largestTable.rows];
  if (tooMany !== undefined) {
    const message = `A file can have at most ${largestTable.rows.toLocaleString('en-US')} rows.`;
    return { lines: [], errors: [rowError(tooMany.row, message)] };
  }
  const long = lines.find(({ text }) => text.length > maxLineLength);
  if (long !== undefined) return { lines: [], errors: [rowError(long.row, 'This row is too long.')] };
  return { lines, errors: [] };
}
