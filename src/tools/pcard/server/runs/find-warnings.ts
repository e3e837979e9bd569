import { counted } from '../../../../platform/contract/counted.ts';
import type { Reader } from '../../../../platform/server/db/database.ts';
import { dayOf, sayDate } from '../../../../platform/server/time/time.ts';
import type { Warning } from '../../contract.ts';
import type { Transaction } from '../input/transaction.ts';
import { lastDayOf } from '../input/values.ts';
import { earlierFingerprintsOf, fingerprintOfFile, fingerprintsOf } from './fingerprints.ts';
import { type EarlierRun, findRunOfFile, findRunOfNumber, selectRepeated } from './queries.ts';

const mostRows = 20;

/** What was processed before: why that has to be confirmed, and how many transactions it is. */
export interface Repeats {
  reason: string;
  rows: number[];
  count: number;
}

/** Whether the file, or some of its transactions, are in a run that counts. */
export async function findRepeats(
  reader: Reader,
  transactions: readonly Transaction[],
  timeZone: string,
): Promise<Repeats | null> {
  const kinds = [await fingerprintsOf(transactions), await earlierFingerprintsOf(transactions)];
  const ofFile = [];
  for (const prints of kinds) ofFile.push(await fingerprintOfFile(prints));
  const whole = await findRunOfFile(reader, ofFile);
  const repeated = await selectRepeated(
    reader,
    kinds.flatMap((prints) => [...prints.values()]),
  );
  const newest = repeated.toSorted(
    (one, other) => other.processed_at.getTime() - one.processed_at.getTime(),
  )[0];
  const earlier = whole ?? newest;
  if (earlier === undefined) return null;
  const known = new Set(repeated.map(({ fingerprint }) => fingerprint));
  const again = transactions.filter((one) => kinds.some((prints) => known.has(prints.get(one) ?? '')));
  const said = sayRun(earlier, timeZone);
  const of = transactions.length.toLocaleString('en-US');
  return {
    reason:
      whole === undefined
        ? `${again.length.toLocaleString('en-US')} of these ${of} transactions were processed before, most recently as ${said}.`
        : `This file was processed before, as ${said}.`,
    rows: again.slice(0, mostRows).map(({ row }) => row),
    count: whole === undefined ? again.length : transactions.length,
  };
}

function sayRun({ journal_log_number, processed_at, processed_by }: EarlierRun, timeZone: string): string {
  return `${journal_log_number} by ${processed_by} on ${sayDate(dayOf(processed_at, timeZone))}`;
}

/** What a person should check before the ledger gets it. */
export async function findWarnings(
  reader: Reader,
  transactions: readonly Transaction[],
  { number, timeZone }: { number: string; timeZone: string },
): Promise<{ warnings: Warning[]; mustConfirm: string | null }> {
  const repeats = await findRepeats(reader, transactions, timeZone);
  const used = await findRunOfNumber(reader, number);
  const warnings: Warning[] = [
    ...warnOfOtherMonths(transactions, number),
    ...warnOfSamePurchases(transactions),
  ];
  if (repeats !== null)
    warnings.unshift({ kind: 'processed-before', text: repeats.reason, rows: repeats.rows });
  else if (used !== undefined)
    warnings.unshift({
      kind: 'number-used',
      text: `${sayRun(used, timeZone)} has the same number.`,
      rows: [],
    });
  return { warnings, mustConfirm: repeats?.reason ?? null };
}

/** The posting date counts, if the bank gives one: a purchase in the last days of a month is often posted in the next. */
function warnOfOtherMonths(transactions: readonly Transaction[], number: string): Warning[] {
  const month = lastDayOf(number).slice(0, 7);
  const others = transactions.filter(({ date, posted }) => !(posted || date).startsWith(month));
  if (others.length === 0) return [];
  const text = `${counted(others.length, 'transaction is', 'transactions are')} dated outside the month of ${number}.`;
  return [{ kind: 'other-month', text, rows: others.slice(0, mostRows).map(({ row }) => row) }];
}

function warnOfSamePurchases(transactions: readonly Transaction[]): Warning[] {
  const groups = new Map<string, Transaction[]>();
  for (const one of transactions.filter(({ cents }) => cents > 0)) {
    const key = JSON.stringify([one.card, one.merchant.toLowerCase(), one.date]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  const several = [...groups.values()].filter(({ length }) => length > 1);
  if (several.length === 0) return [];
  const rows = several.flat().map(({ row }) => row);
  const times = several.length === 1 ? '' : ` (${several.length.toLocaleString('en-US')} times)`;
  const text = `A card was used more than once at the same merchant on the same day${times}. That may be a purchase that was split.`;
  return [{ kind: 'same-purchase', text, rows: rows.slice(0, mostRows) }];
}
