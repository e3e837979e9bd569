import { expect, test } from 'vitest';
import type { Profile } from '../../contract/profile.ts';
import { readTransactions } from '../input/read-transactions.ts';
import { bankSample, cdf3Sample, vcf4Sample } from '../testing/sample-files.ts';
import { shippedProfile } from '../testing/shipped-profiles.ts';
import { makeJournal } from './make-journal.ts';
import { writeJournal } from './write-journal.ts';

async function journalOf(file: string | Buffer, profile: Profile) {
  const { transactions, errors } = await readTransactions(Buffer.from(file), profile.input);
  expect(errors).toEqual([]);
  const journal = await makeJournal(transactions, profile, 'J1126');
  return { journal, written: await writeJournal(journal, profile.output) };
}

// Computed by hand: 128.47 + 54.99 + 412.60 - 75.00 + 1,039.00 = 1,560.06. The debits are 1,635.06, as are the credits.
test('the sample becomes this Colleague journal, byte for byte', async () => {
  const { written } = await journalOf(bankSample, shippedProfile('bank-colleague'));
  expect(written).toEqual({
    text: [
      'JE10120061010        12847             Toner and paper               J1126     11/30/26',
      'JE10120061010         5499             Lab notebooks, 6 ct           J1126     11/30/26',
      'JE10130062050        41260             NCUR travel                   J1126     11/30/26',
      'JE10130062050                      7500Fare credit                   J1126     11/30/26',
      'JE10150063010       103900             Shop vac                      J1126     11/30/26',
      'JE10100020999                    156006P-Card J1126                  J1126     11/30/26',
      '',
    ].join('\r\n'),
  });
});

// Fund 120000 has card 9034's purchase only by rule 2; travel (rule 1) comes first and is fund 110000.
// 110000: 128.47 + 54.99 + 412.60 - 75.00 + 1,039.00 = 1,560.06.
test('a Visa file becomes this Banner journal, byte for byte', async () => {
  const { written } = await journalOf(vcf4Sample, shippedProfile('visa-banner'));
  expect(written).toEqual({
    text: [
      'FT01      1100002100007310  2000                    128.47DSTAPLES 00112                      ',
      'FT01      1100009990007990  2000                     54.99DAMAZON MKTPL*1A2B3                 ',
      'FT01      1100002100007420  2000                    412.60DDELTA AIR                          ',
      'FT01      1100002100007420  2000                     75.00CDELTA AIR                          ',
      'FT01      1100009990007990  2000                   1039.00DCAFE DEPOT                         ',
      'FT01      1100000000002105  0000                   1560.06CP-Card J1126                       ',
      '',
    ].join('\n'),
  });
});

test('a Mastercard file becomes this CSV file, byte for byte, without its zero line', async () => {
  const { journal, written } = await journalOf(cdf3Sample, shippedProfile('mastercard-csv'));
  expect(written).toEqual({
    text: [
      'reference,line,date,account,debit,credit,description,card',
      'J1126,1,2026-11-30,12000-6101,1039.00,,HOME DEPOT & CO REYES ANN,4444',
      'J1126,2,2026-11-30,12000-6101,,39.00,HOME DEPOT & CO REYES ANN,4444',
      "J1126,3,2026-11-30,13000-6205,412.60,,'=DELTA AIR OKAFOR DANIEL,5100",
      'J1126,4,2026-11-30,10000-2099,,1000.00,P-Card J1126 card 4444,4444',
      'J1126,5,2026-11-30,10000-2099,,412.60,P-Card J1126 card 5100,5100',
      '',
    ].join('\r\n'),
  });
  expect(journal.dropped).toMatchObject([{ card: '5100', cents: 0, merchant: 'DELTA AIR' }]);
});

test('each line leads to its row and its rule', async () => {
  const { journal } = await journalOf(bankSample, shippedProfile('bank-colleague'));
  expect(journal.lines.map(({ source, rule }) => [source?.row ?? null, rule])).toEqual([
    ...[2, 3, 4, 5, 6].map((row) => [row, 'Rule 2: the account in the file']),
    [null, 'Offset of all lines'],
  ]);
});

test('an invalid account is refused, and one that a spreadsheet has shortened is reported as such', async () => {
  const profile = shippedProfile('bank-colleague');
  const file = bankSample
    .replace('10120061010', '1.0120061E+10')
    .replace('10130062050', '101-3006-205')
    .replace(',5200,', ',6011,');
  const { transactions } = await readTransactions(Buffer.from(file), profile.input);
  expect((await makeJournal(transactions, profile, 'J1126')).errors).toEqual([
    { row: 2, column: 'GL Account', value: '1.0120061E+10', message: expect.stringContaining('shortened') },
    {
      row: 4,
      column: 'GL Account',
      value: '101-3006-205',
      message: expect.stringContaining('not an account'),
    },
    {
      row: 6,
      column: 'GL Account',
      value: '10150063010',
      message: 'Cash is not allowed on a P-Card. Ask the cardholder.',
    },
  ]);
});

test('a figure that does not fit in its place is refused, and never cut off', async () => {
  const profile = shippedProfile('bank-colleague');
  const { transactions } = await readTransactions(Buffer.from(bankSample), profile.input);
  const journal = await makeJournal(transactions, profile, 'J1126');
  const lines = journal.lines.map((line) => ({ ...line, account: `${line.account}9` }));
  expect(await writeJournal({ ...journal, lines }, profile.output)).toMatchObject({
    errors: [
      { row: 2, column: 'account', message: expect.stringContaining('does not fit') },
      {},
      {},
      {},
      {},
      {},
    ],
  });
});
