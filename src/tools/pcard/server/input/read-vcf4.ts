import type { RowError } from '../../../../platform/contract/problem.ts';
import { rowError } from '../../../../platform/server/csv/scan-records.ts';
import type { Reading } from './read-delimited.ts';
import { readLines } from './read-lines.ts';
import type { Written } from './transaction.ts';

const credits = new Set(['11', '30', '31', '61', '63', '65', '71', '73']);
const debits = new Set([
  '10',
  '20',
  '22',
  '40',
  '50',
  '52',
  '54',
  '56',
  '62',
  '64',
  '66',
  '80',
  '82',
  '84',
  '86',
  '88',
]);
const cardTransactions = '05';
const usDollars = '840';

/**
 * Visa Commercial Format 4: lines separated by tabs, in blocks that begin with 8 and end with 9. Only blocks of card
 * transactions (05) are money; others say more about the same purchases. Positions are those used by public readers
 * of this format.
 */
export async function readVcf4(bytes: Buffer): Promise<Reading> {
  const { lines, errors } = await readLines(bytes);
  const written: Written[] = [];
  let block: string | null = null;
  let begun = 0;
  for (const { row, text } of lines) {
    const cells = text.split('\t').map((cell) => cell.trim());
    const [mark = ''] = cells;
    if (mark === '8') {
      if (block !== null) errors.push(unended(begun));
      block = (cells[4] ?? '').padStart(2, '0');
      begun = row;
    } else if (block === null) {
      errors.push(rowError(row, 'This line is not within a block. A VCF file has blocks that begin with 8.'));
    } else if (mark === '9') block = null;
    else if (block === cardTransactions) {
      const read = readCells(row, cells);
      if ('message' in read) errors.push(read);
      else written.push(read);
    }
  }
  if (block !== null) errors.push(unended(begun));
  return { written, errors };
}

function unended(row: number): RowError {
  return rowError(row, 'This block has no end, so the file is not complete. Download it again.');
}

function readCells(row: number, cells: readonly string[]): Written | RowError {
  const cell = (at: number) => cells[at] ?? '';
  const type = cell(17);
  if (!credits.has(type) && !debits.has(type)) {
    const message = 'This type of transaction is not known, so it could be a purchase or a credit.';
    return { row, column: 'transaction type', value: type, message };
  }
  const currency = cell(19) || cell(15);
  if (currency !== usDollars) {
    const message = 'Only amounts in US dollars (840) can be processed.';
    return { row, column: 'billing currency', value: currency, message };
  }
  return {
    row,
    values: {
      card: cell(1),
      posted: cell(2),
      reference: [cell(3), cell(4)].filter(Boolean).join('-'),
      merchant: cell(8),
      amount: cell(14),
      mcc: cell(16),
      date: cell(18),
    },
    isCredit: credits.has(type),
  };
}
