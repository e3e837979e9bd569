import { type JournalLineSent, linesAtOnce, type Preview } from '../contract.ts';
import type { Transaction } from './input/transaction.ts';
import type { ReadFile } from './make-run.ts';
import { sidesOf } from './runs/made-run.ts';
import { dollars } from './runs/present.ts';

const mostRows = 200;

function some<Item, Sent>(
  items: readonly Item[],
  toSent: (item: Item) => Sent,
): { rows: Sent[]; total: number } {
  return { rows: items.slice(0, mostRows).map(toSent), total: items.length };
}

/** What a file would become: at most 200 rows of each kind and the first page of lines, with their true number. */
export function presentPreview(
  { profile, transactions, journal }: ReadFile,
  found: Pick<Preview, 'warnings' | 'mustConfirm'>,
): Preview {
  const { debits, credits } = sidesOf(journal.lines);
  return {
    ...found,
    journalLogNumber: journal.number,
    profile: profile.title,
    transactions: transactions.length,
    debits: dollars(debits),
    credits: dollars(credits),
    accounts: some(accountsOf(journal.lines), (one) => one),
    cards: some(cardsOf(transactions), (one) => one),
    unmapped: some(journal.unmapped, sendTransaction),
    dropped: some(journal.dropped, sendTransaction),
    lines: { rows: journal.lines.slice(0, linesAtOnce).map(sendLine), total: journal.lines.length },
  };
}

export function sendLine({
  line,
  account,
  cents,
  description,
  rule,
  source,
}: ReadFile['journal']['lines'][number]): JournalLineSent {
  return {
    line,
    account,
    debit: cents > 0 ? dollars(cents) : null,
    credit: cents < 0 ? dollars(-cents) : null,
    description,
    rule,
    source: source === null ? null : sendSource(source),
  };
}

function sendSource({ row, card, cardholder, date, merchant }: Transaction) {
  return { row, card, cardholder, date, merchant };
}

function sendTransaction({ row, card, date, merchant, mcc, cents }: Transaction) {
  return { row, card, date, merchant, mcc, amount: dollars(cents) };
}

function accountsOf(lines: ReadFile['journal']['lines']): Preview['accounts']['rows'] {
  const groups = Map.groupBy(lines, ({ account }) => account);
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([account, own]) => {
      const { debits, credits } = sidesOf(own);
      return { account, lines: own.length, debit: dollars(debits), credit: dollars(credits) };
    });
}

function cardsOf(transactions: readonly Transaction[]): Preview['cards']['rows'] {
  const groups = Map.groupBy(transactions, ({ card }) => card);
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([card, own]) => ({
      card,
      cardholder: own.find(({ cardholder }) => cardholder !== '')?.cardholder ?? '',
      transactions: own.length,
      amount: dollars(own.reduce((sum, { cents }) => sum + cents, 0)),
    }));
}
