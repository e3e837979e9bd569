import { createHash } from 'node:crypto';
import type { Transaction } from '../input/transaction.ts';

/** Of 128 bits, so that two are never the same by chance. */
function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/**
 * What identifies each transaction, in every file that has it. Accounts and descriptions are not part of it, since people
 * correct them. Of several that are otherwise the same, the second one is another than the first.
 */
export function fingerprintsOf(transactions: readonly Transaction[]): Map<Transaction, string> {
  const seen = new Map<string, number>();
  return new Map(
    transactions.map((transaction) => {
      const { card, date, reference, merchant, cents } = transaction;
      const same = JSON.stringify([card, date, reference, merchant.toLowerCase(), cents]);
      const count = (seen.get(same) ?? 0) + 1;
      seen.set(same, count);
      return [transaction, digest(`${same} ${count}`)];
    }),
  );
}

/** What identifies a file, however it was saved. */
export function fingerprintOfFile(prints: Iterable<string>): string {
  return digest([...prints].toSorted().join(' '));
}
