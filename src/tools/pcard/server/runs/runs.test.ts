import { expect, onTestFinished, test } from 'vitest';
import { downloadRun, voidRun } from '../../contract.ts';
import { businessOffice } from '../testing/business-office.ts';
import { bankSample } from '../testing/sample-files.ts';
import { createRetention } from './retention.ts';

const office = businessOffice();

const { process, runs } = office;

test('voiding a run changes no other run, and does not wait for someone who is working on another one', async () => {
  await process(bankSample);
  await process(bankSample, { journalLogNumber: 'J1226', confirmed: 'true' });
  const [other, run] = await runs();
  const holder = await office.server.database.pool.connect();
  onTestFinished(() => holder.release(true));
  await holder.query('begin');
  await holder.query('select from pcard_runs where id = $1 for update', [other?.id]);
  const body = { reason: 'The bank sent it again.' };
  expect((await office.business.send(voidRun, { params: { id: run?.id ?? '' }, body })).status).toBe(200);
  expect((await runs()).map(({ journalLogNumber, voided }) => [journalLogNumber, voided === null])).toEqual([
    ['J1226', true],
    ['J1126', false],
  ]);
});

test('after a year, the file and its lines are gone, the run is still there, and newer ones keep theirs', async () => {
  await process(bankSample);
  await office.server.database.pool.query(`update pcard_runs set processed_at = now() - interval '400 days'`);
  await process(bankSample, { journalLogNumber: 'J1226', confirmed: 'true' });
  const clean = () => createRetention(office.server.quad.platform, 366).run({} as never, {} as never);
  expect(await clean()).toBe('1 journal was removed.');
  expect(await clean()).toBe('0 journals were removed.');
  const [newer, run] = await runs();
  expect(run).toMatchObject({ debits: 1635.06, can: { download: false } });
  expect((await office.business.send(downloadRun, { params: { id: run?.id ?? '' } })).status).toBe(404);
  expect((await office.business.send(downloadRun, { params: { id: newer?.id ?? '' } })).status).toBe(200);
  const { rows } = await office.server.database.pool.query(
    'select run_id, count(*) from pcard_lines group by 1',
  );
  expect(rows).toEqual([{ run_id: newer?.id, count: 6 }]);
});
