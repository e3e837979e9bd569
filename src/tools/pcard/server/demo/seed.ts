import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { readRows } from '../../../../platform/server/db/database.ts';
import type { Seed } from '../../../../platform/server/tool/server-tool.ts';
import { profileShape } from '../../contract/profile.ts';
import { readTransactions } from '../input/read-transactions.ts';
import { makeJournal } from '../journal/make-journal.ts';
import { writeJournal } from '../journal/write-journal.ts';
import { keepRun } from '../runs/made-run.ts';
import { markVoid } from '../runs/queries.ts';
import { bankExport, demoMonth } from './month.ts';
import { numberOf } from './samples.ts';

/** As it ships in the campus folder; the demo data do not know the settings of the college. */
const profile = profileShape.parse({
  title: 'Bank export (CSV) to Colleague',
  input: {
    kind: 'delimited',
    columns: {
      card: 'Account Number',
      cardholder: 'Cardholder Name',
      date: 'Transaction Date',
      posted: 'Posting Date',
      reference: 'Reference Number',
      merchant: 'Merchant Name',
      mcc: 'MCC',
      amount: 'Amount',
      account: 'GL Account',
      description: 'Description',
    },
  },
  accounts: { pattern: '\\d{11}', rules: [{ column: true }] },
  offset: { mode: 'single', account: '10100020999' },
  output: { kind: 'colleague' },
});

/** The month this many months before this one. */
function monthBefore(count: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1)).toISOString().slice(0, 7);
}

export const pcardSeed: Seed = {
  what: 'P-Card runs, one for each of the past months; one of them was processed twice and is void',
  demoCount: 12,
  async isFilled({ reader }) {
    return (await readRows(reader, sql`select from pcard_runs limit 1`)).length > 0;
  },
  async run({ platform, count }) {
    await platform
      .unaudited('demo data')
      .transaction()
      .execute(async (transaction) => {
        for (let months = count; months > 0; months -= 1) {
          const month = monthBefore(months);
          const file = Buffer.from(bankExport(demoMonth(month)));
          const { transactions } = await readTransactions(file, profile.input);
          const journal = await makeJournal(transactions, profile, numberOf(month));
          const written = await writeJournal(journal, profile.output);
          const text = 'text' in written ? written.text : '';
          const fileName = `bank-${month}.csv`;
          const made = { journal, text, transactions, profile: profile.title, fileName };
          const at = new Date(`${monthBefore(months - 1)}-02T17:${String(months % 60).padStart(2, '0')}:00Z`);
          const by = { id: uuid(), name: 'Bram Castellow', at: at.getTime() > Date.now() ? new Date() : at };
          if (months === 2) {
            const twice = await keepRun(transaction, made, by, 0);
            await markVoid(transaction, twice.id, {
              by: by.name,
              reason: 'Processed before the credits had arrived.',
            });
          }
          await keepRun(transaction, made, by, 0);
        }
      });
  },
};
