import { expect, test } from 'vitest';
import { cdf3Sample } from '../testing/sample-files.ts';
import { shippedProfile } from '../testing/shipped-profiles.ts';
import { readTransactions } from './read-transactions.ts';

const { input } = shippedProfile('mastercard-csv');
const read = (text: string) => readTransactions(Buffer.from(text), input);

test.each([
  ['that is cut off', cdf3Sample.slice(0, -60), 'not complete'],
  [
    'with entities that grow',
    cdf3Sample.replace('?>', '?><!DOCTYPE a [<!ENTITY b "&c;&c;">]>'),
    'document type',
  ],
  ['with an unknown entity', cdf3Sample.replace('&amp;', '&passwd;'), 'well-formed'],
  ['without a side', cdf3Sample.replace('>C<', '>X<'), 'Enter D or C.'],
  ['in another currency', cdf3Sample.replaceAll('>840<', '>978<'), 'US dollars'],
  ['that is other XML', '<a/>', 'not a CDF3 file'],
  ['nested very deeply', '<a>'.repeat(100_000), 'too deeply'],
])('a Mastercard file %s is refused', async (_what, file, message) => {
  const { errors } = await read(file);
  expect(errors[0]?.message).toContain(message);
});

test('each Mastercard posting is its own row, even if the whole file is one line', async () => {
  const rowsOf = async (file: string) => (await read(file)).transactions.map(({ row }) => row);
  const lines = cdf3Sample
    .split('\n')
    .flatMap((line, at) => (line.includes('<FinancialTransactionEntity>') ? at + 1 : []));
  expect(await rowsOf(cdf3Sample)).toEqual(lines);
  expect(await rowsOf(cdf3Sample.replaceAll('\n', ''))).toEqual([1, 2, 3, 4]);
});

test('what is wrong with a whole Mastercard file is not said of a row', async () => {
  const posting = '<FinancialTransactionEntity></FinancialTransactionEntity>';
  const cases: [string, string][] = [
    ['', 'This file is empty.'],
    ['\n \n', 'This file is empty.'],
    [
      `<CDFTransmissionFile>${posting.repeat(100_001)}</CDFTransmissionFile>`,
      'A file can have at most 100,000 rows.',
    ],
  ];
  for (const [content, message] of cases)
    expect((await read(content)).errors).toEqual([{ row: 0, column: '', value: '', message }]);
});

test('a Mastercard adjustment is a posting, too', async () => {
  const file = cdf3Sample.replace(
    '</AccountEntity>',
    `<FinancialAdjustmentRecord_5900><PostingDate>2026-11-30</PostingDate><DebitOrCreditIndicator>C</DebitOrCreditIndicator>
     <AmountInPostedCurrency CurrencyExponent="2">500</AmountInPostedCurrency><PostedCurrencyCode>840</PostedCurrencyCode>
     <AdjustmentDescription>FEE WAIVED</AdjustmentDescription></FinancialAdjustmentRecord_5900></AccountEntity>`,
  );
  const { transactions, errors } = await read(file);
  expect(errors).toEqual([]);
  expect(transactions).toContainEqual(
    expect.objectContaining({ merchant: 'FEE WAIVED', cents: -500, card: '4444' }),
  );
});
