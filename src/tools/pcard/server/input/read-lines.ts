import { largestTable } from '../../../../platform/contract/largest-table.ts';
import type { RowError } from '../../../../platform/contract/problem.ts';
import { takeTurns } from '../../../../platform/server/concurrency/take-turns.ts';
import { decodeText } from '../../../../platform/server/csv/decode-text.ts';
import { fileError, rowError } from '../../../../platform/server/csv/scan-records.ts';

/** Longer than any line of a bank. */
const maxLineLength = 20_000;

const lineEnd = /\r\n|\n|\r/g;

/** The lines of a text file that has no quotes, numbered from 1, without the empty ones. */
export async function readLines(
  bytes: Buffer,
): Promise<{ lines: { row: number; text: string }[]; errors: RowError[] }> {
  const decoded = await decodeText(bytes);
  if ('message' in decoded) return { lines: [], errors: [fileError(decoded.message)] };
  const whole = `${decoded.bytes.toString('utf8')}\n`;
  const lines: { row: number; text: string }[] = [];
  const turn = takeTurns();
  let [row, start] = [0, 0];
  // One by one: a file may have millions of empty lines.
  for (const { 0: ended, index: end } of whole.matchAll(lineEnd)) {
    row += 1;
    const text = whole.slice(start, end);
    start = end + ended.length;
    await turn();
    if (text.trim() === '') continue;
    if (lines.length >= largestTable.rows) {
      const message = `A file can have at most ${largestTable.rows.toLocaleString('en-US')} rows.`;
      return { lines: [], errors: [fileError(message)] };
    }
    if (text.length > maxLineLength) return { lines: [], errors: [rowError(row, 'This row is too long.')] };
    lines.push({ row, text });
  }
  return { lines, errors: [] };
}
