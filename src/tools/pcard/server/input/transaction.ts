import { oneLine } from '../../../../platform/contract/fields.ts';
import { withoutFormulaGuard } from '../../../../platform/contract/formula.ts';
import type { RowError } from '../../../../platform/contract/problem.ts';
import type { DateFormat, Field } from '../../contract/profile-input.ts';
import { centsOf, dayFrom, hiddenCard, lastFour, withoutCardNumbers } from './values.ts';

/** A transaction of the file. Its card is the last four digits, and its texts hold no card number. */
export interface Transaction {
  /** Where a spreadsheet or an editor shows it. */
  row: number;
  card: string;
  cardholder: string;
  /** `YYYY-MM-DD`. */
  date: string;
  /** `YYYY-MM-DD`, or empty. */
  posted: string;
  reference: string;
  merchant: string;
  mcc: string;
  /** Positive for a purchase, negative for a credit. */
  cents: number;
  /** The account that the file itself names, or empty. */
  account: string;
  description: string;
}

/** A transaction as it is written in the file. */
export interface Written {
  row: number;
  values: Partial<Record<Field, string>>;
  /** Whether the file says somewhere other than in the amount that this is a credit; `null`: the sign decides. */
  isCredit: boolean | null;
}

export interface Formats {
  dates: DateFormat;
  amounts: 'decimal' | 'cents';
  /** What the file calls a field, for people who look for a mistake. */
  nameOf(field: Field): string;
}

const longest: Partial<Record<Field, number>> = { account: 60, mcc: 10, reference: 60, cardholder: 100 };
const longestText = 200;

/** Checks a transaction and removes all but the last four digits of its card, before anything else sees it. */
export function readTransaction(
  { row, values, isCredit }: Written,
  formats: Formats,
): Transaction | RowError[] {
  const errors: RowError[] = [];
  const wrong = (field: Field, message: string, value = shown(field, values[field] ?? '')) =>
    void errors.push({ row, column: formats.nameOf(field), value, message });
  const text = (field: Field) => {
    const most = longest[field] ?? longestText;
    const written = withoutFormulaGuard(values[field] ?? '');
    // A line break within a text must not begin a line of the journal.
    const line = oneLine(written, most + 1);
    if (line.length > most) wrong(field, `Use at most ${most} characters.`);
    // Accounts have a pattern of their own.
    return field === 'account' ? line : withoutCardNumbers(line);
  };
  const day = (field: 'date' | 'posted') => {
    const written = text(field);
    if (written === '' && field === 'posted') return '';
    const read = dayFrom(written, formats.dates);
    if (read === null) wrong(field, `Enter a date as ${formats.dates}.`);
    return read ?? '';
  };
  const card = lastFour(withoutFormulaGuard(values.card ?? ''));
  if (card === null) wrong('card', 'Enter a card number, or at least its last four digits.');
  const merchant = text('merchant');
  if (merchant === '') wrong('merchant', 'Enter the name of the merchant.');
  const cents = centsOf(withoutFormulaGuard(values.amount ?? ''), formats.amounts);
  if (cents === null) wrong('amount', sayAmount(formats.amounts));
  else if (cents < 0 && isCredit !== null)
    wrong('amount', 'The column for credits decides, so leave out the sign.');
  const transaction = {
    row,
    card: card ?? '',
    cardholder: text('cardholder'),
    date: day('date'),
    posted: day('posted'),
    reference: text('reference'),
    merchant,
    mcc: text('mcc'),
    cents: isCredit === true ? -(cents ?? 0) || 0 : (cents ?? 0),
    account: text('account'),
    description: text('description'),
  };
  return errors.length > 0 ? errors : transaction;
}

function sayAmount(format: 'decimal' | 'cents'): string {
  return format === 'cents'
    ? 'Enter an amount in cents, such as 103900.'
    : 'Enter an amount such as 1,039.00, with at most two decimals.';
}

function shown(field: Field, value: string): string {
  return field === 'card' ? hiddenCard(value) : shownText(value);
}

/** A text from the file as it is shown among its mistakes. */
export function shownText(text: string): string {
  // Half of a card number would not be recognized, so it is cut afterwards.
  return withoutCardNumbers(text).slice(0, 200);
}
