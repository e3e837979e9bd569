import { expect, test } from 'vitest';
import type { Problem } from '../../../../platform/contract/problem.ts';
import { watchTurns } from '../../../../platform/server/testing/longest-turn.ts';
import { readTransactions } from '../input/read-transactions.ts';
import { businessOffice } from '../testing/business-office.ts';
import { bankSample } from '../testing/sample-files.ts';
import { shippedProfile } from '../testing/shipped-profiles.ts';
import { fingerprintOfFile, fingerprintsOf } from './fingerprints.ts';

const office = businessOffice();

async function process(content: string): Promise<{ status: number; detail: string | undefined }> {
  const { status, body } = await office.process(content);
  return { status, detail: (body as Partial<Problem> | undefined)?.detail };
}

const refused = (what: string) => ({ status: 428, detail: expect.stringContaining(what) });

test('a file whose references a spreadsheet has shortened is recognized', async () => {
  expect((await process(bankSample)).status).toBe(200);
  const shortened = bankSample.replace(/,(\d)(\d{5})\d{17},/g, ',$1.$2E+22,');
  expect(shortened).toContain(',2.46921E+22,');
  expect(await process(shortened)).toEqual(refused('This file was processed before'));
});

test('a run that was made while references were part of it is recognized', async () => {
  expect((await process(bankSample)).status).toBe(200);
  const { pool } = office.server.database;
  const ofFile = 'PrSz9zJdufzqM-GIjBTkRA';
  const ofLines = [
    'qBEBLoeOChFK44HuJzl8HS',
    'FlDdxNuNZt0lwVXvKwQ9xp',
    'CTSHSbU5zhRuoMTpFtItZX',
    'Dt2l2omARfwn6I7MtDdxaL',
    'CkKZq7kSNkn4gwfwnXARwc',
  ];
  await pool.query('update pcard_runs set fingerprint = $1', [ofFile]);
  await pool.query('update pcard_lines set fingerprint = ($1::text[])[line]', [ofLines]);
  expect(await process(bankSample)).toEqual(refused('This file was processed before'));
  const withoutLast = bankSample.trim().split('\n').slice(0, -1).join('\n');
  expect(await process(withoutLast)).toEqual(refused('4 of these 4 transactions were processed before'));
});

test('the fingerprints of a file larger than any hold up no one', async () => {
  const { transactions } = await readTransactions(
    Buffer.from(bankSample),
    shippedProfile('bank-colleague').input,
  );
  const many = Array.from({ length: 40_000 }, () => structuredClone(transactions)).flat();
  const turns = watchTurns();
  const prints = await fingerprintsOf(many);
  const whole = await fingerprintOfFile(prints);
  const longest = turns.longest();
  turns.stop();
  expect(new Set(prints.values()).size).toBe(200_000);
  const backwards = new Map([...prints].toReversed());
  expect(await fingerprintOfFile(backwards)).toBe(whole);
  expect(longest).toBeLessThan(200);
});
