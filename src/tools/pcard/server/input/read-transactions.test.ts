import { expect, test } from 'vitest';
import { busyTime } from '../../../../platform/server/testing/longest-turn.ts';
import { profileShape } from '../../contract/profile.ts';
import { bankSample, vcf4Sample } from '../testing/sample-files.ts';
import { shippedProfile } from '../testing/shipped-profiles.ts';
import { readTransactions } from './read-transactions.ts';
import { centsOf, dayFrom, lastFour, withoutCardNumbers } from './values.ts';

const bank = shippedProfile('bank-colleague').input;
const read = (text: string | Buffer, input = bank) => readTransactions(Buffer.from(text), input);
const inputOf = (input: unknown) => profileShape.shape.input.parse(input);

test.each([
  ['1,039.00', 103_900],
  ['54.9', 5_490],
  ['-75.00', -7_500],
  ['(75.00)', -7_500],
  ['75.00-', -7_500],
  ['$75', 7_500],
  ['-$1,000.10', -100_010],
  ['\u221275', -7_500],
  ['-0.00', 0],
  ['0.29', 29],
  ['1.005', null],
  ['1,5', null],
  ['1.039,00', null],
  ['(-75)', null],
  ['(75', null],
  ['--75', null],
  ['1e3', null],
  ['NaN', null],
  ['', null],
  ['٣', null],
  ['99999999999.00', null],
])('%j is %s cents', (text, cents) => {
  expect(centsOf(text, 'decimal')).toBe(cents);
});

test('amounts in cents are whole numbers', () => {
  expect(['0000012847', '-7500', '12.5', '', '1e3'].map((text) => centsOf(text, 'cents'))).toEqual([
    12_847,
    -7_500,
    null,
    null,
    null,
  ]);
});

test('only days that exist are dates', () => {
  const days = ['02/29/2028', '02/29/2026', '13/01/2026', '1/2/2026', '11/31/2026', '01/01/1999'];
  expect(days.map((day) => dayFrom(day, 'MM/DD/YYYY'))).toEqual(['2028-02-29', ...Array(5).fill(null)]);
  expect([dayFrom('1/2/2026', 'M/D/YYYY'), dayFrom('01/02/26', 'MM/DD/YY')]).toEqual([
    '2026-01-02',
    '2026-01-02',
  ]);
});

test('only the last four digits of a card are read, and nothing is guessed', () => {
  const cards = [
    '4111 1111 1111 1111',
    '************4821',
    'xxxx-4821',
    '4821',
    '4.11E+15',
    '821',
    'card',
    '',
  ];
  expect(cards.map(lastFour)).toEqual(['1111', '4821', '4821', '4821', null, null, null, null]);
});

test('card numbers in other texts are hidden, and references are not', () => {
  const texts = [
    'paid 4111-1111-1111-1111 twice',
    '24692166308100012345678',
    '24692166308100012345678-1',
    'DELTA AIR 0062345678901',
    'SOUTHWES 5262100000666 800-435-9792 TX',
    '4111111111111112',
    '1,039.00 5,200.00',
    '11/03/2026 11/05/2026',
  ];
  expect(texts.map(withoutCardNumbers)).toEqual(['paid ************1111 twice', ...texts.slice(1)]);
});

test.each([
  ['Card 4111 1111 1111 1111 12/27', 'Card ************1111 12/27'],
  ['4111\u00a01111\u00a01111\u00a01111', '************1111'],
  ['4111  1111\t1111 - 1111', '************1111'],
  ['4111\u200b1111\u20111111\u20131111', '************1111'],
  ['4111.1111.1111.1111', '************1111'],
  ['4111_1111_1111_1111.csv', '************1111.csv'],
  ['4111111111111111-123', '************1111-123'],
  ['5 4111111111111111', '5 ************1111'],
  ['4111 1111 1111 1111 11-26.csv', '************1111 11-26.csv'],
  ['3782 822463 10005, 4111111111111111', '************0005, ************1111'],
  ['4111111111111111 5555555555554444', '************1111 ************4444'],
])('the card number in %j is hidden', (text, hidden) => {
  expect(withoutCardNumbers(text)).toBe(hidden);
});

test('a very long row of digits is read quickly', () => {
  const rows = ['4 '.repeat(50_000), '4'.repeat(100_000), `4${' '.repeat(100_000)}`, '4111 '.repeat(20_000)];
  const started = busyTime();
  for (const row of rows) withoutCardNumbers(row);
  expect(busyTime() - started).toBeLessThan(2_000);
});

test('all rows are checked, and each mistake names its row, its column, and what to fix', async () => {
  const [header = '', first = ''] = bankSample.split('\n');
  const wrong = first
    .replace('************4821', '4111 1111 1111 1x11')
    .replace('11/03/2026', '13/03/2026')
    .replace('128.47', '12.345')
    .replace('STAPLES 00112', ' ');
  const { errors } = await read([header, first, wrong, first, ''].join('\n'));
  expect(errors).toEqual([
    {
      row: 3,
      column: 'Account Number',
      value: '**** **** **** 1x11'.replace('**** 1x11', '**1* 1x11').replace('**1*', '***1'),
      message: expect.stringContaining('last four'),
    },
    { row: 3, column: 'Merchant Name', value: ' ', message: 'Enter the name of the merchant.' },
    { row: 3, column: 'Amount', value: '12.345', message: expect.stringContaining('two decimals') },
    { row: 3, column: 'Transaction Date', value: '13/03/2026', message: 'Enter a date as MM/DD/YYYY.' },
  ]);
});

test('a card number reaches neither a transaction nor a mistake, wherever it is', async () => {
  const card = '4111111111111111';
  const file = bankSample
    .replace('************4821', card)
    .replace('Toner and paper', `Toner for ${card}`)
    .replace('STAPLES 00112', card)
    .replace('128.47', `${card}.5.5`)
    .replace('Fare credit', `Fare credit,${card}`);
  const { transactions, errors } = await read(file);
  expect(errors.length).toBeGreaterThan(1);
  expect(JSON.stringify([transactions, errors])).not.toContain(card);
});

test('a card number in groups reaches neither a transaction nor a mistake, either', async () => {
  const card = '4111  1111\u00a01111.1111';
  const inTexts = bankSample.replace('Toner and paper', `Toner ${card} 12/27`).replace('STAPLES 00112', card);
  const { transactions, errors } = await read(inTexts);
  expect(errors).toEqual([]);
  expect(transactions[0]).toMatchObject({
    merchant: '************1111',
    description: 'Toner ************1111 12/27',
  });
  const inMistakes = bankSample
    .replace('128.47', `${' '.repeat(290)}${card}`)
    .replace('Fare credit', `Fare credit,${card} 12/27`);
  const mistakes = (await read(inMistakes)).errors;
  expect(mistakes.map(({ value }) => value.trim())).toEqual(['************1111 12/27', '']);
  const visa = await read(vcf4Sample.replaceAll('\t840', `\t5 ${card}`), shippedProfile('visa-banner').input);
  expect(visa.errors[0]?.value).toBe('5 ************1111');
});

test('a line break in a text stays within its line of the journal', async () => {
  const { transactions } = await read(
    bankSample.replace('"Lab notebooks, 6 ct"', '"Lab\r\nJE99999999999\u2028x"'),
  );
  expect(transactions[1]?.description).toBe('Lab JE99999999999 x');
});

test('columns may be numbered, and a row of a different width is a mistake', async () => {
  const input = inputOf({
    kind: 'delimited-without-header',
    dates: 'YYYY-MM-DD',
    columns: { card: 1, date: 2, merchant: 3, amount: 4 },
    credits: { in: 5, equals: ['C'] },
  });
  const { transactions, errors } = await read(
    '4821|2026-11-03|STAPLES|128.47|D\r\n4821|2026-11-03|STAPLES|28.47|C\r\n',
    input,
  );
  expect(errors).toEqual([]);
  expect(transactions.map(({ cents }) => cents)).toEqual([12_847, -2_847]);
  const shifted = await read(
    '4821,2026-11-03,STAPLES,128.47,D\r\n4821,2026-11-03,STAPLES, INC,28.47,C\r\n',
    input,
  );
  expect(shifted.errors).toMatchObject([{ row: 2, message: expect.stringContaining('6 cells') }]);
});

test('of a file with very many rows of a different width, no more are read than a file can have', {
  tags: 'long',
}, async () => {
  const input = inputOf({
    kind: 'delimited-without-header',
    columns: { card: 1, date: 2, merchant: 3, amount: 4 },
  });
  const { errors } = await read(`4821,11/03/2026,STAPLES,128.47\n${'a\n'.repeat(100_100)}`, input);
  expect(errors.length).toBe(100_000);
  expect(errors.at(-1)).toMatchObject({ row: 0, message: 'A file can have at most 100,000 rows.' });
});

const fixedLines = inputOf({
  kind: 'fixed',
  dates: 'YYYYMMDD',
  amounts: 'cents',
  columns: {
    card: { start: 2, length: 16 },
    date: { start: 18, length: 8 },
    amount: { start: 26, length: 8 },
    merchant: { start: 34, length: 20 },
  },
  only: { start: 1, length: 1, equals: ['5'] },
});

test('fixed-width lines are read at their positions, and only those of transactions', async () => {
  const { transactions, errors } = await read(
    '1HEADER 20261130\n54111111111114821202611030001284700CAFÉ\n9TOTAL\n'.replace('00CAFÉ', 'CAFÉ'),
    fixedLines,
  );
  expect(errors).toEqual([]);
  expect(transactions).toMatchObject([
    { row: 2, card: '4821', date: '2026-11-03', cents: 12_847, merchant: 'CAFÉ' },
  ]);
});

test('either all lines of a large file are read, or none', async () => {
  const line = '5411111111111482120261103000128470CAFE';
  const halfEmpty = await read(`${line}\r\r\n`.repeat(51_000), fixedLines);
  expect([halfEmpty.transactions.length, halfEmpty.errors]).toEqual([51_000, []]);
  expect(halfEmpty.transactions.at(-1)?.row).toBe(101_999);
  const tooMany = await read(`${line}\n\n`.repeat(100_001), fixedLines);
  expect(tooMany.transactions).toEqual([]);
  expect(tooMany.errors).toEqual([
    { row: 0, column: '', value: '', message: 'A file can have at most 100,000 rows.' },
  ]);
  const empty = await read(`${'\n'.repeat(1_000_000)}${line}`, fixedLines);
  expect(empty.transactions).toMatchObject([{ row: 1_000_001 }]);
});

test.each([
  ['without its last line', vcf4Sample.slice(0, vcf4Sample.lastIndexOf('9\tCOLLEGE')), 'has no end'],
  [
    'with an unknown type of transaction',
    vcf4Sample.replace('\t10\t11032026', '\t99\t11032026'),
    'not known',
  ],
  ['in another currency', vcf4Sample.replaceAll('\t840', '\t978'), 'US dollars'],
  ['of another format', bankSample, 'not within a block'],
])('a Visa file %s is refused', async (_what, file, message) => {
  const { errors } = await read(file, shippedProfile('visa-banner').input);
  expect(errors[0]?.message).toContain(message);
});
