import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Job } from '../../../../platform/server/jobs/job.ts';
import { overtake } from '../../../../platform/server/testing/overtake.ts';
import { addExclusion } from '../../contract.ts';
import { type Office, openOffice, suna } from '../testing/reset-office.ts';
import { createExclusionCheck, createExclusionNotice } from './exclusion-notice.ts';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.stop());

const query = async (text: string) => (await office.server.database.pool.query(text)).rows;
const run = (job: Job, data: object = {}) =>
  job.run(data as never, { log: office.server.quad.platform.log, signal: new AbortController().signal });
const lasts = (days: number) =>
  query(`update reset_exclusions set created_at = now() - interval '30 days',
    expires_at = now() + make_interval(days => ${days})`);

beforeEach(async () => {
  await query('delete from reset_exclusions');
  const it = await office.server.signIn('it');
  const { principalEmail } = suna;
  await it.send(addExclusion, { body: { principalEmail, expiresAt: '2099-01-01T00:00:00Z' } });
});

test('no one is notified of an exclusion that ended while the job did not run', async () => {
  await lasts(-1);
  expect(await run(createExclusionCheck(office.server.quad.platform))).toBe('Emails: 0.');
  expect(await query('select noticed_at from reset_exclusions')).toEqual([{ noticed_at: null }]);
});

test('an exclusion of which someone was notified is not looked at again', async () => {
  await lasts(2);
  const { platform } = office.server.quad;
  let changes = 0;
  const count = async () => {
    changes += 1;
  };
  const job = createExclusionCheck({ ...platform, change: overtake(platform.change, count, count) });
  expect([await run(job), await run(job)]).toEqual(['Emails: 1.', 'Emails: 0.']);
  expect(changes).toBe(1);
});

test('an email that waited until the exclusion had ended is not sent', async () => {
  await lasts(-1);
  const [ids] = await query('select id as "exclusionId", created_by_id as "personId" from reset_exclusions');
  const { platform } = office.server.quad;
  const send = async () => 'Sent.';
  const job = createExclusionNotice({ ...platform, mail: { ...platform.mail, send } });
  expect(await run(job, ids)).toBe('The exclusion or the account ended first, so no email was sent.');
  await lasts(1);
  expect(await run(job, ids)).toBe('Sent.');
});
