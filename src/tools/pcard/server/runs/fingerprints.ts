import { createHash } from 'node:crypto';
import { takeTurns } from '../../../../platform/server/concurrency/take-turns.ts';
import type { Transaction } from '../input/transaction.ts';

/** Of 128 bits, so that two are never the same by chance. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

type Fingerprints = ReadonlyMap<Transaction, string>;

/**
 * What identifies each transaction, in every file that has it. Accounts and descriptions are not part of it, since people
 * correct them. References are not, since spreadsheets shorten them. Of several that are otherwise the same, the second
 * is different from the first.
 */
export function fingerprintsOf(transactions: readonly Transaction[]): Promise<Fingerprints> {
  return countSame(transactions, ({ card, date, merchant, cents }) => [
    card,
    date,
    merchant.toLowerCase(),
    cents,
  ]);
}

/** The same, as in runs that were made while references were still part of it. */
export function earlierFingerprintsOf(transactions: readonly Transaction[]): Promise<Fingerprints> {
  return countSame(transactions, ({ card, date, reference, merchant, cents }) => [
    card,
    date,
    reference,
    merchant.toLowerCase(),
    cents,
  ]);
}

async function countSame(
  transactions: readonly Transaction[],
  partsOf: (transaction: Transaction) => (string | number)[],
): Promise<Fingerprints> {
  const seen = new Map<string, number>();
  const prints = new Map<Transaction, string>();
  const turn = takeTurns();
  for (const transaction of transactions) {
    const same = JSON.stringify(partsOf(transaction));
    const count = (seen.get(same) ?? 0) + 1;
    seen.set(same, count);
    prints.set(transaction, digest(`${same} ${count}`));
    await turn();
  }
  return prints;
}

/** What identifies a file, however it was saved. */
export async function fingerprintOfFile(prints: Fingerprints): Promise<string> {
  const sorted: string[] = [];
  const turn = takeTurns();
  // Sorted as a whole, a hundred thousand would hold up everyone for half a second.
  const groups = Map.groupBy(prints.values(), (print) => print.charAt(0));
  for (const [, group] of [...groups].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    sorted.push(...group.toSorted());
    await turn();
  }
  return digest(sorted.join(' '));
}
