import type { RowError } from '../../../../platform/contract/problem.ts';
import { takeTurns } from '../../../../platform/server/concurrency/take-turns.ts';
import { fileError } from '../../../../platform/server/csv/scan-records.ts';
import type { Field, ProfileInput } from '../../contract/profile-input.ts';
import { readCdf3 } from './read-cdf3.ts';
import { type Reading, readNamedColumns, readNumberedColumns } from './read-delimited.ts';
import { readFixed } from './read-fixed.ts';
import { readVcf4 } from './read-vcf4.ts';
import { type Formats, readTransaction, shownText, type Transaction } from './transaction.ts';

/** All transactions of a file, or what is wrong in which row. No card number leaves this function. */
export async function readTransactions(
  bytes: Buffer,
  input: ProfileInput,
): Promise<{ transactions: Transaction[]; errors: RowError[] }> {
  const { written, errors: formal } = await readFile(bytes, input);
  const formats = formatsOf(input);
  const transactions: Transaction[] = [];
  const errors = formal.map((error) => ({ ...error, value: shownText(error.value) }));
  const turn = takeTurns();
  for (const one of written) {
    const read = readTransaction(one, formats);
    if (Array.isArray(read)) errors.push(...read);
    else transactions.push(read);
    await turn();
  }
  if (errors.length === 0 && transactions.length === 0)
    errors.push(fileError('This file has no transactions.'));
  return { transactions, errors };
}

function readFile(bytes: Buffer, input: ProfileInput): Promise<Reading> {
  switch (input.kind) {
    case 'delimited':
      return readNamedColumns(bytes, input);
    case 'delimited-without-header':
      return readNumberedColumns(bytes, input);
    case 'fixed':
      return readFixed(bytes, input);
    case 'vcf4':
      return readVcf4(bytes);
    case 'cdf3':
      return readCdf3(bytes);
  }
}

function formatsOf(input: ProfileInput): Formats {
  if (input.kind === 'vcf4') return { dates: 'MMDDYYYY', amounts: 'cents', nameOf: (field) => field };
  if (input.kind === 'cdf3') return { dates: 'YYYY-MM-DD', amounts: 'cents', nameOf: (field) => field };
  const { dates, amounts, columns } = input;
  return { dates, amounts, nameOf: (field) => nameOf(columns[field], field) };
}

function nameOf(column: string | number | { start: number } | undefined, field: Field): string {
  if (typeof column === 'string') return column;
  return typeof column === 'number' ? `${field} (column ${column})` : field;
}
