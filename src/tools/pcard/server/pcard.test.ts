import { expect, test } from 'vitest';
import type { Problem } from '../../../platform/contract/problem.ts';
import {
  downloadPcardSample,
  downloadRun,
  previewPcard,
  previewPcardLines,
  processPcard,
  readPcardForm,
  readRunLines,
  voidRun,
} from '../contract.ts';
import { businessOffice } from './testing/business-office.ts';
import { bankSample } from './testing/sample-files.ts';

const office = businessOffice();

const { enter, process, runs } = office;
const preview = (content: string, fields: Record<string, string> = {}) =>
  office.business.send(previewPcard, enter(content, fields));
const withoutSeparators = (text: string) => text.replace(/[\s.-]/g, '');
const problemOf = ({ body }: { body: unknown }) => body as Problem;

test('a file becomes a text file named after the number, and a run that says who made it', async () => {
  const answer = await process(bankSample);
  expect([answer.status, answer.headers['content-type'], answer.headers['content-disposition']]).toEqual([
    200,
    'text/plain; charset=utf-8',
    'attachment; filename="J1126.txt"',
  ]);
  expect(answer.text).toContain('JE10100020999                    156006P-Card J1126');
  const [run] = await runs();
  expect(run).toMatchObject({
    journalLogNumber: 'J1126',
    fileName: 'november.csv',
    processedBy: 'Bram Castellow',
    transactions: 5,
    lines: 6,
    debits: 1635.06,
    credits: 1635.06,
    voided: null,
  });
  const again = await office.business.send(downloadRun, { params: { id: run?.id ?? '' } });
  expect(again.text).toBe(answer.text);
  const lines = await office.business.send(readRunLines, {
    params: { id: run?.id ?? '' },
    query: { from: 4 },
  });
  expect(lines.body).toMatchObject({
    total: 6,
    data: [
      { line: 4, credit: 75, source: { row: 5, card: '9034' }, rule: 'Rule 2: the account in the file' },
      { line: 5 },
      { line: 6, account: '10100020999', credit: 1560.06, source: null, rule: 'Offset of all lines' },
    ],
  });
});

test('G02: an invalid journal log number is refused, and names no file', async () => {
  for (const number of [
    'J0226\r\nX',
    '../J0226',
    'J1326',
    'J0000',
    'j1126',
    'J11261',
    'J1126.txt',
    'J１１26',
    '',
  ]) {
    const answer = await process(bankSample, { journalLogNumber: number });
    expect([number, answer.status, problemOf(answer).fields?.journalLogNumber]).toEqual([
      number,
      400,
      expect.any(String),
    ]);
    expect(answer.headers['content-disposition']).toBeUndefined();
  }
  expect(await runs()).toEqual([]);
});

test('G04: a file that was processed before has to be confirmed, even if it was saved differently', async () => {
  expect((await process(bankSample)).status).toBe(200);
  const resaved = bankSample
    .replaceAll(',', ';')
    .replace('Alvarez; Maria', 'Alvarez, Maria')
    .replaceAll('\n', '\r\n');
  for (const file of [
    bankSample,
    resaved
      .replaceAll('; Maria', ', Maria')
      .replaceAll('; Daniel', ', Daniel')
      .replaceAll('; Ann', ', Ann')
      .replace('1;039', '1,039')
      .replace('notebooks; 6', 'notebooks, 6'),
  ]) {
    const refused = await process(file, { journalLogNumber: 'J1226' });
    expect([refused.status, problemOf(refused).reason]).toEqual([428, 'processed-before']);
    expect(problemOf(refused).detail).toMatch(
      /This file was processed before, as J1126 by Bram Castellow on [A-Z][a-z]{2} \d{1,2}, 20\d\d\./,
    );
  }
  expect((await runs()).length).toBe(1);
  expect((await process(bankSample, { confirmed: 'true' })).status).toBe(200);
  expect((await runs())[0]).toMatchObject({ repeated: 5 });
});

test('G04: a few lines that were processed before are enough to require confirmation, and of two people who process one file at once, only one succeeds', async () => {
  const [header = '', first = '', second = '', ...others] = bankSample.trim().split('\n');
  const fileOf = (lines: string[]) => `${[header, ...lines].join('\n')}\n`;
  const both = await Promise.all([process(fileOf([first, second])), process(fileOf([first, second]))]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 428]);
  const overlapping = await process(fileOf([second, ...others]));
  expect(problemOf(overlapping).detail).toContain('1 of these 4 transactions were processed before');
  // The same purchase twice in one file is two purchases, not a repetition.
  expect((await process(fileOf([...others, others[0] ?? '']))).status).toBe(200);
});

test('the preview explains every line, a hundred at a time', async () => {
  const [header = '', first = ''] = bankSample.split('\n');
  const rows = Array.from({ length: 230 }, (_one, at) =>
    first.replace('24692166308', `${10_000_000_000 + at}`),
  );
  const file = [header, ...rows].join('\n');
  const { lines } = (await preview(file)).body.data;
  expect([lines.rows.length, lines.rows.at(-1)?.line, lines.total]).toEqual([100, 100, 231]);
  const next = await office.business.send(previewPcardLines, enter(file, { from: '201' }));
  expect(next.body.total).toBe(231);
  expect(next.body.data.map(({ line }) => line)).toEqual(Array.from({ length: 31 }, (_one, at) => 201 + at));
  expect(next.body.data).toMatchObject([
    { line: 201, debit: 128.47, source: { row: 202, card: '4821' }, rule: 'Rule 2: the account in the file' },
    ...Array.from({ length: 29 }, () => ({})),
    { line: 231, source: null, rule: 'Offset of all lines' },
  ]);
  expect(await runs()).toEqual([]);
});

test('a void run no longer counts, says why, and is void for good', async () => {
  await process(bankSample);
  const [run] = await runs();
  const params = { id: run?.id ?? '' };
  const voided = await office.business.send(voidRun, {
    params,
    body: { reason: 'The bank sent it again.', version: 1 },
  });
  expect(voided.body.data).toMatchObject({
    voided: { by: 'Bram Castellow', reason: 'The bank sent it again.' },
    can: { void: false, download: true },
  });
  const twice = await office.business.send(voidRun, { params, body: { reason: 'Again.' } });
  expect([twice.status, problemOf(twice).reason]).toEqual([409, 'already-void']);
  expect((await process(bankSample)).status).toBe(200);
  const { rows } = await office.server.database.pool.query(
    `select action, before, after from audit_entries where subject_type = 'pcard-run' order by at, id`,
  );
  // It may name anyone, so the audit keeps it encrypted.
  expect(JSON.stringify(rows)).not.toContain('The bank sent it again.');
  expect(rows.slice(-3).map(({ action }) => action)).toEqual([
    'pcard-run.process',
    'pcard-run.void',
    'pcard-run.process',
  ]);
});

test('a preview keeps nothing and says what a person should check', async () => {
  const [header = '', first = '', ...others] = bankSample.trim().split('\n');
  const split = [header, first, first.replace('128.47', '90.00'), ...others];
  const late = split.join('\n').replaceAll('11/05/2026', '12/05/2026').replace(',412.60,', ',0.00,');
  const unmapped = late.replace(',128.47,10120061010,', ',128.47,,');
  const { status, body } = await preview(unmapped);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    transactions: 6,
    unmapped: { total: 1, rows: [{ row: 2, merchant: 'STAPLES 00112', amount: 128.47 }] },
    dropped: { total: 1, rows: [{ row: 5, card: '9034' }] },
    mustConfirm: null,
  });
  expect(body.data.debits).toBe(body.data.credits);
  expect(body.data.accounts.rows).toContainEqual({
    account: '10150063010',
    lines: 1,
    debit: 1039,
    credit: 0,
  });
  expect(body.data.cards.rows[1]).toEqual({
    card: '4821',
    cardholder: 'Alvarez, Maria',
    transactions: 3,
    amount: 273.46,
  });
  expect(body.data.warnings).toMatchObject([
    { kind: 'other-month', rows: [2, 3] },
    {
      kind: 'same-purchase',
      text: 'A card was used more than once at the same merchant on the same day. That may be a purchase that was split.',
      rows: [2, 3],
    },
  ]);
  expect(await runs()).toEqual([]);
  const refused = await process(unmapped);
  expect(problemOf(refused)).toMatchObject({
    status: 400,
    reason: 'bad-rows',
    rowsTotal: 1,
    rows: [
      { row: 2, column: 'GL Account', value: 'STAPLES 00112', message: expect.stringContaining('No rule') },
    ],
  });
});

test('of very many mistakes the first 200 and the true number are sent, and nothing is produced', async () => {
  const [header = '', first = ''] = bankSample.split('\n');
  const wrong = Array.from({ length: 300 }, () => first.replace('128.47', 'none'));
  const answer = await process([header, first, ...wrong].join('\n'));
  const { rows, rowsTotal } = problemOf(answer);
  expect([answer.status, rows?.length, rowsTotal, rows?.[0]?.row]).toEqual([400, 200, 300, 3]);
  expect(await runs()).toEqual([]);
});

test.each(['4111111111111111', '4111 1111 1111 1111 11-26', '4111.1111.1111.1111'])(
  'no card number is kept or logged, wherever the file has it: %s',
  async (card) => {
    const answer = await office.business.send(processPcard, {
      body: { journalLogNumber: 'J1126' },
      files: {
        file: {
          fileName: `card ${card}.csv`,
          content: bankSample.replace('************4821', '4111 1111 1111 1111').replace('Toner', card),
        },
      },
    });
    expect(answer.status).toBe(200);
    expect(withoutSeparators(answer.text)).not.toContain('4111111111111111');
    const { rows } = await office.server.database.pool.query(
      `select to_jsonb(r) as it from pcard_runs r union all select to_jsonb(l) from pcard_lines l
     union all select to_jsonb(a) from audit_entries a`,
    );
    expect(JSON.stringify(rows)).toContain('"card": "1111"'.replace(': ', ':'));
    expect(withoutSeparators(JSON.stringify(rows))).not.toContain('4111111111111111');
  },
);

test('a card number in place of an account is not shown among the mistakes', async () => {
  const { rows } = problemOf(
    await process(bankSample.replace('10120061010,Toner', '4111 1111 1111 1111,Toner')),
  );
  expect(rows).toEqual([
    {
      row: 2,
      column: 'GL Account',
      value: '************1111',
      message: 'This is not an account of the college. Correct it.',
    },
  ]);
});

test('the files of the demo work, and the one with mistakes names each', async () => {
  const { samples } = (await office.business.send(readPcardForm)).body.data;
  const found: [string, number, number | undefined][] = [];
  for (const { name, profile, journalLogNumber } of samples) {
    const { text } = await office.business.send(downloadPcardSample, { params: { name } });
    const answer = await process(text, { profile, journalLogNumber, confirmed: 'true' });
    found.push([name.replace(/\d{4}-\d\d/, 'month'), answer.status, problemOf(answer)?.rowsTotal]);
  }
  expect(found).toEqual([
    ['bank-month.csv', 200, undefined],
    ['bank-month-with-mistakes.csv', 400, 6],
    ['visa-month.txt', 200, undefined],
    ['mastercard-month.xml', 200, undefined],
  ]);
});
