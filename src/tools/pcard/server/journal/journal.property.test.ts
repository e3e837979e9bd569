import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Profile, profileShape } from '../../contract/profile.ts';
import { readTransactions } from '../input/read-transactions.ts';
import { makeJournal } from './make-journal.ts';
import { writeJournal } from './write-journal.ts';

const purchase = fc.record({
  card: fc.constantFrom('4821', '9034', '0017'),
  day: fc.integer({ min: 1, max: 30 }),
  merchant: fc
    .string({ minLength: 1, maxLength: 40, unit: 'grapheme' })
    .filter((text) => /[a-z0-9]/i.test(text)),
  cents: fc.integer({ min: -100_000_000, max: 100_000_000 }),
  account: fc.constantFrom('10120061010', '10130062050', '20150063010'),
});

const offsets = [
  { mode: 'single', account: '10100020999' },
  { mode: 'per-card', account: '10100020999' },
  { mode: 'per-fund', account: '{fund}00020999', fund: { start: 1, length: 3 } },
];
const profiles: readonly Profile[] = offsets.map((offset) =>
  profileShape.parse({
    title: 'Any',
    input: {
      kind: 'delimited',
      columns: { card: 'Card', date: 'Date', merchant: 'Merchant', amount: 'Amount', account: 'Account' },
    },
    accounts: { pattern: '\\d{11}', rules: [{ column: true }] },
    offset,
    output: { kind: 'csv' },
  }),
);

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** An amount as text, without any arithmetic on fractions. */
function written(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

test('any transactions give a balanced journal with exactly their amounts', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(purchase, { minLength: 1, maxLength: 40 }),
      fc.nat(2),
      async (purchases, at) => {
        const profile = profiles[at] as Profile;
        const rows = purchases.map(({ card, day, merchant, cents, account }) =>
          [card, `11/${String(day).padStart(2, '0')}/2026`, quoted(merchant), written(cents), account].join(
            ',',
          ),
        );
        const file = Buffer.from(`Card,Date,Merchant,Amount,Account\r\n${rows.join('\r\n')}\r\n`);
        const { transactions, errors } = await readTransactions(file, profile.input);
        expect(errors).toEqual([]);
        const journal = await makeJournal(transactions, profile, 'J1126');
        const result = await writeJournal(journal, profile.output);
        // Read back from the text that the ledger gets, in whole cents.
        const text = 'text' in result ? result.text : '';
        const lines = text
          .split('\r\n')
          .slice(1, -1)
          .map((line) => /^J1126,\d+,[\d-]+,(\d+),([\d.]*),([\d.]*),/.exec(line));
        const centsOf = (amount = '') => BigInt(amount.replace('.', '') || 0);
        const sums = lines.map((line) => centsOf(line?.[2]) - centsOf(line?.[3]));
        expect(sums.reduce((sum, one) => sum + one, 0n)).toBe(0n);
        expect(sums.every((sum) => sum !== 0n)).toBe(true);
        const own = purchases.filter(({ cents }) => cents !== 0);
        expect(sums.slice(0, own.length)).toEqual(own.map(({ cents }) => BigInt(cents)));
        expect(journal.dropped).toHaveLength(purchases.length - own.length);
      },
    ),
    { numRuns: 150 },
  );
});
