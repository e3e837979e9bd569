import { csvText } from '../../../../platform/contract/csv-text.ts';
import type { RowError } from '../../../../platform/contract/problem.ts';
import { takeTurns } from '../../../../platform/server/concurrency/take-turns.ts';
import { rowError } from '../../../../platform/server/csv/scan-records.ts';
import type { FixedField, OutputField, ProfileOutput } from '../../contract/profile-output.ts';
import { writeDay } from '../input/values.ts';
import { layoutOf } from './layouts.ts';
import type { Journal, JournalLine } from './make-journal.ts';

/** Texts may be cut to fit; a figure that does not fit is a mistake. */
const mayBeCut: ReadonlySet<string> = new Set(['description', 'merchant', 'cardholder']);

/** Writes the file that the ledger imports, or says which figures don't fit in it. */
export async function writeJournal(
  { number, lines }: Pick<Journal, 'number' | 'lines'>,
  output: ProfileOutput,
): Promise<{ text: string } | { errors: RowError[] }> {
  const layout = layoutOf(output);
  const errors: RowError[] = [];
  const written: string[] = [];
  const turn = takeTurns();
  if (layout.kind === 'delimited' && layout.header)
    written.push(layout.fields.map(({ name }) => csvText(name)).join(layout.separator) + layout.lineEnd);
  for (const line of lines) {
    const content =
      layout.kind === 'fixed'
        ? layout.fields.map((field) => place(field, shownIn(field, line, number), line, errors)).join('')
        : layout.fields.map((field) => cell(field, line, number, layout.separator)).join(layout.separator);
    written.push(content + layout.lineEnd);
    await turn();
  }
  return errors.length > 0 ? { errors } : { text: written.join('') };
}

/** A value at its place. Ledgers count bytes, so non-ASCII letters are written without their accents. */
function place(field: FixedField, value: string, { source }: JournalLine, errors: RowError[]): string {
  const { length, align, fill } = field;
  const plain = toAscii(value);
  if (plain.length > length && !mayBeCut.has(field.value)) {
    const message = `This does not fit in the ${length} characters that the journal has for "${field.value}".`;
    errors.push({ ...rowError(source?.row ?? 1, message, plain), column: field.value });
  }
  const cut = plain.slice(0, length);
  return align === 'left' ? cut.padEnd(length, fill) : cut.padStart(length, fill);
}

/** Figures are written as they are; texts are quoted and guarded. */
function cell(field: OutputField, line: JournalLine, number: string, separator: string): string {
  const value = shownIn(field, line, number);
  const safe = csvText(value);
  return separator === '|' && safe === value && value.includes('|') ? `"${value}"` : safe;
}

function shownIn(field: OutputField, line: JournalLine, number: string): string {
  switch (field.value) {
    case 'account':
      return field.part === undefined
        ? line.account
        : line.account.slice(field.part.start - 1, field.part.start - 1 + field.part.length);
    case 'debit':
      return line.cents > 0 ? money(line.cents, field) : '';
    case 'credit':
      return line.cents < 0 ? money(-line.cents, field) : '';
    case 'amount':
      return money(Math.abs(line.cents), field);
    case 'side':
      return line.cents > 0 ? 'D' : 'C';
    case 'reference':
      return number;
    case 'date':
      return writeDay(line.date, field.dates);
    case 'text':
      return field.text;
    case 'line':
      return String(line.line);
    case 'card':
    case 'description':
      return line[field.value];
    case 'cardholder':
    case 'merchant':
      return line.source?.[field.value] ?? '';
  }
}

function money(cents: number, { amounts }: Pick<OutputField, 'amounts'>): string {
  if (amounts === 'cents') return String(cents);
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

const likeAscii: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  ß: 'ss',
  ø: 'o',
  Ø: 'O',
  æ: 'ae',
  Æ: 'AE',
};

function toAscii(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  return text
    .replace(/[‘’“”–—ßøØæÆ]/g, (sign) => likeAscii[sign] ?? sign)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '?');
}
