import type { RowError } from '../../../../platform/contract/problem.ts';
import { takeTurns } from '../../../../platform/server/concurrency/take-turns.ts';
import type { Profile } from '../../contract/profile.ts';
import { shownText, type Transaction } from '../input/transaction.ts';
import { lastDayOf } from '../input/values.ts';
import { accountFinder } from './find-account.ts';

/** A line of the journal. The sum of all lines is zero. */
export interface JournalLine {
  /** From 1. */
  line: number;
  account: string;
  /** Positive: debit. Negative: credit. Never zero. */
  cents: number;
  description: string;
  /** `YYYY-MM-DD`. */
  date: string;
  /** Why this account. */
  rule: string;
  /** `null` for an offset line. */
  source: Transaction | null;
  /** The transaction's, or the offset's if it is by card. */
  card: string;
}

export interface Journal {
  number: string;
  lines: JournalLine[];
  /** Zero transactions, which no journal accepts. */
  dropped: Transaction[];
  /** Transactions that no rule gives an account. */
  unmapped: Transaction[];
  /** Invalid accounts, and what a rule refuses. */
  errors: RowError[];
}

/** Makes the journal of a file: a line for each transaction, then the offset. All amounts are whole cents. */
export async function makeJournal(
  transactions: readonly Transaction[],
  profile: Profile,
  number: string,
): Promise<Journal> {
  const findAccount = accountFinder(profile.accounts);
  const journal: Journal = { number, lines: [], dropped: [], unmapped: [], errors: [] };
  const turn = takeTurns();
  for (const source of transactions) {
    await turn();
    if (source.cents === 0) {
      journal.dropped.push(source);
      continue;
    }
    const found = findAccount(source);
    if ('problem' in found) {
      if (found.isUnmapped) journal.unmapped.push(source);
      else journal.errors.push(accountError(source, profile, found.problem));
      continue;
    }
    const { card, cents } = source;
    const date = dateOf(source, profile.date, number);
    journal.lines.push({
      ...found,
      line: 0,
      cents,
      description: descriptionOf(source, profile),
      date,
      source,
      card,
    });
  }
  journal.lines.push(...offsetLines(journal.lines, profile, number));
  for (const [at, line] of journal.lines.entries()) line.line = at + 1;
  return journal;
}

/** What a transaction without an account looks like among the mistakes of a file. */
export function accountError(source: Transaction, { input }: Profile, message: string): RowError {
  const column = input.kind === 'delimited' ? (input.columns.account ?? 'account') : 'account';
  return { row: source.row, column, value: shownText(source.account) || source.merchant, message };
}

function dateOf(source: Transaction, mode: Profile['date'], number: string): string {
  if (mode === 'month-end') return lastDayOf(number);
  return mode === 'posting' && source.posted !== '' ? source.posted : source.date;
}

const placeholder = /\{(description|merchant|cardholder|card|reference|date)\}/g;

function descriptionOf(source: Transaction, { description }: Profile): string {
  const filled = description.replace(placeholder, (_all, field: keyof Transaction) => String(source[field]));
  return filled.replace(/\s+/g, ' ').trim() || source.merchant;
}

/** What makes the journal balance: the opposite of all lines, of those of each card, or of each fund. */
function offsetLines(lines: readonly JournalLine[], { offset }: Profile, number: string): JournalLine[] {
  const groups = new Map<string, { cents: number; card: string; account: string; rule: string }>();
  for (const { account, cents, card } of lines) {
    const key =
      offset.mode === 'per-card' ? card : offset.mode === 'per-fund' ? fundOf(account, offset.fund) : '';
    const group = groups.get(key) ?? {
      cents: 0,
      card: offset.mode === 'per-card' ? key : '',
      account: offset.account.replaceAll('{fund}', offset.mode === 'per-fund' ? key : '{fund}'),
      rule: sayOffset(offset.mode, key),
    };
    group.cents -= cents;
    groups.set(key, group);
  }
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .filter(([, { cents }]) => cents !== 0)
    .map(([, group]) => ({
      ...group,
      line: 0,
      description: group.card === '' ? `P-Card ${number}` : `P-Card ${number} card ${group.card}`,
      date: lastDayOf(number),
      source: null,
    }));
}

const fundOf = (account: string, { start, length }: { start: number; length: number }) =>
  account.slice(start - 1, start - 1 + length);

function sayOffset(mode: Profile['offset']['mode'], key: string): string {
  if (mode === 'single') return 'Offset of all lines';
  return mode === 'per-card' ? `Offset of card ${key}` : `Offset of fund ${key}`;
}
