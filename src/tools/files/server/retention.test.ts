import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { byPermission } from '../../../platform/server/change/verdict.ts';
import { JobFailure } from '../../../platform/server/jobs/job-failure.ts';
import { createTotals } from '../../../platform/server/list/totals.ts';
import { issueToken, tokenHeaders } from '../../../platform/server/testing/issue-token.ts';
import { copyCampus } from '../../../platform/server/testing/test-campus.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import {
  createTestServer,
  startTestServer,
  type TestServer,
} from '../../../platform/server/testing/test-server.ts';
import { dayOf, sayDate } from '../../../platform/server/time/time.ts';
import { deleteFile, extendFile, readFileDetails, restoreFile, withdrawFile } from '../contract.ts';
import { filesSettings } from '../settings.ts';
import { files } from '../tool.ts';
import { fileBelongings } from './belongings.ts';
import { filesServer } from './index.ts';
import { createRetention } from './retention.ts';
import { publish, restore } from './testing/publish.ts';
import { retention } from './testing/retention.ts';

let server: TestServer;
let it: TestClient;

beforeAll(async () => {
  server = await createTestServer({ tools: [filesServer] });
  it = await server.signIn('it');
});
afterAll(() => server.stop());
beforeEach(() => server.database.pool.query('delete from files; delete from service_tokens'));

test('a content type may have a lifetime: someone is notified, the file retired, then removed', async () => {
  const campus = copyCampus(Object.keys(files.permissions));
  onTestFinished(() => campus.remove());
  writeFileSync(path.join(campus.folder, 'tools', 'files.yaml'), 'lifeMonths: { Guide: 2 }\n');
  const aging = await startTestServer({ tools: [filesServer], campusFolder: campus.folder });
  const { platform } = aging.quad;
  const uploader = await aging.signIn('it');
  const sent: string[] = [];
  let isRefused = false;
  const settings = filesSettings.campus.parse({ lifeMonths: { Guide: 2 } });
  const job = createRetention({
    ...platform,
    mail: {
      ...platform.mail,
      async send({ to, text }) {
        if (isRefused) throw new JobFailure('There is no such mailbox.', { final: true });
        return `${sent.push(`${to} ${text}`)}`;
      },
    },
    files: { ...settings, stored: platform.files, totals: createTotals(), knownGroups: [], timeZone: 'UTC' },
  });
  const run = () => job.run({}, { log: platform.log, signal: new AbortController().signal });
  const [file, other] = [await publish(uploader), await publish(uploader)];
  const params = { id: file._id };
  const months = (Date.parse(file.retiresAt ?? '') - Date.now()) / 86_400_000;
  expect(Math.round(months)).toBeGreaterThan(58);
  const set = (change: string) =>
    aging.database.pool.query(`update files set ${change} where id = $1`, [file._id]);
  const state = async () => (await uploader.send(readFileDetails, { params })).body?.data?.state;

  expect(await run()).toBe('Removed 0, notified about 0, retired 0.');
  await set(`retires_at = now() - interval '1 hour'`);
  // No one was notified while the job did not run: the file stays for two more weeks.
  expect(await run()).toBe('Removed 0, notified about 1, retired 0.');
  const { rows: unnoticed } = await aging.database.pool.query(
    'select id from files where retirement_noticed_at is null',
  );
  expect(unnoticed).toEqual([{ id: other._id }]);
  expect(sent).toEqual([expect.stringMatching(/^it@sawtooth\.example .*\/files\/manage\//s)]);
  expect(sent[0]).not.toContain(file.originalFilename);
  expect(await run()).toBe('Removed 0, notified about 0, retired 0.');
  await set(`retirement_noticed_at = now() - interval '14 days'`);
  expect(await run()).toBe('Removed 0, notified about 0, retired 1.');
  expect(await state()).toBe('retired');

  // Someone who saw it published has not seen this.
  const unseen = await uploader.send(restoreFile, { params, body: { version: file.version } });
  expect([unseen.status, unseen.body]).toMatchObject([409, { reason: 'stale-version' }]);
  await restore(uploader, file._id);
  const extended = await uploader.send(extendFile, { params });
  expect(Date.parse(extended.body.data.retiresAt ?? '')).toBeGreaterThan(Date.now() + 50 * 86_400_000);
  expect(await run()).toBe('Removed 0, notified about 0, retired 0.');

  // For a program, the person who created its token is notified.
  const limits = { pathPrefix: 'reports/', groups: ['Domain-Staff'], everyone: false };
  const token = await issueToken(aging.database, { permissions: ['files.publish'], files: limits });
  await aging.database.pool.query(
    `update service_tokens set created_by_id = (select id from people where email = 'it@sawtooth.example')`,
  );
  const headers = tokenHeaders(token.secret);
  const report = await publish(aging.visitor, { ownerType: 'Automation', headers });
  let end = Date.now() + 13 * 86_400_000 + 3_600_000;
  while (new Date(end).getUTCHours() !== 1) end += 3_600_000;
  await aging.database.pool.query('update files set retires_at = $2 where id = $1', [
    report._id,
    new Date(end),
  ]);
  expect(await run()).toBe('Removed 0, notified about 1, retired 0.');
  expect(sent[1]).toMatch(new RegExp(`^it@sawtooth\\.example .*/files/manage/${report._id}`, 's'));
  // The evening before, in Boise.
  expect(sent[1]).toContain(`expires on ${sayDate(new Date(end - 86_400_000).toISOString().slice(0, 10))}.`);

  // An address that is gone does not keep the job from its other files.
  isRefused = true;
  await aging.database.pool.query('update files set retires_at = now() where id = $1', [other._id]);
  expect(await run()).toBe('Removed 0, notified about 1, retired 0.');
  expect(await run()).toBe('Removed 0, notified about 0, retired 0.');

  await uploader.send(deleteFile, { params });
  await set(`ended_at = now() - interval '31 days'`);
  expect(await run()).toBe('Removed 1, notified about 0, retired 0.');
  expect((await uploader.send(readFileDetails, { params })).status).toBe(404);
});

test('the email says until when a file stays, even if it is late, and is true for everyone who has the file', async () => {
  const { campus, mail } = server.quad.platform;
  const sent: { key: string; subject: string; text: string }[] = [];
  const run = retention(server, { mail: { ...mail, send: async (email) => `${sent.push(email)}` } });
  const { _id: id } = await publish(it);
  await server.database.pool.query(`update files set retires_at = now() - interval '40 days' where id = $1`, [
    id,
  ]);
  expect(await run()).toBe('Removed 0, notified about 1, retired 0.');
  const inDays = (days: number) => dayOf(Date.now() + days * 86_400_000, campus.timeZone);
  expect(sent).toEqual([
    expect.objectContaining({
      // The same each night, until the notice is noted.
      key: expect.stringContaining(inDays(-40)),
      subject: 'A file you are responsible for expires soon',
      text: expect.stringMatching(
        new RegExp(
          `^A file that you are responsible for expires on ${sayDate(inDays(13))}\\. .*, or ask IT to do so:`,
          's',
        ),
      ),
    }),
  ]);
  await it.send(deleteFile, { params: { id } });
});

test('someone who takes over a file that expires soon gets their own email', async () => {
  const { platform } = server.quad;
  await server.signIn('it2');
  const emails: { key: string; to: unknown }[] = [];
  const run = retention(server, {
    mail: {
      ...platform.mail,
      send: async ({ key, to }) => `${emails.push({ key, to })}`,
    },
  });
  const { _id: id } = await publish(it);
  await server.database.pool.query('update files set retires_at = now() where id = $1', [id]);
  expect(await run()).toBe('Removed 0, notified about 1, retired 0.');

  const owner = async (email: string) => {
    const { rows } = await server.database.pool.query('select id, name, email from people where email = $1', [
      email,
    ]);
    return { ...rows[0], groups: [], permissions: new Set<never>() };
  };
  const [from, to] = [await owner('it@sawtooth.example'), await owner('it2@sawtooth.example')];
  const by = { kind: 'person', ...from } as const;
  await platform.change.changeAs({ actor: by, clientAddress: null, requestId: null })(async (unit) => {
    unit.demand(byPermission);
    expect(await fileBelongings('UTC').handOver?.({ unit, by, from, to, key: id })).toBe(true);
  });
  await server.database.pool.query(
    `update files set retirement_noticed_at = retirement_noticed_at - interval '14 days' where id = $1`,
    [id],
  );
  expect(await run()).toBe('Removed 0, notified about 1, retired 0.');
  expect(emails.map((email) => email.to)).toEqual(['it@sawtooth.example', 'it2@sawtooth.example']);
  // The same key would send no second email.
  expect(new Set(emails.map(({ key }) => key)).size).toBe(2);
});

test('someone who takes over a service token gets their own email about its files that expire soon', async () => {
  const query = (text: string, values: unknown[] = []) => server.database.pool.query(text, values);
  await server.signIn('it2');
  const sent: unknown[] = [];
  const send = async ({ to }: { to: unknown }) => `${sent.push(to)}`;
  const run = retention(server, { mail: { ...server.quad.platform.mail, send } });
  const limits = { pathPrefix: 'reports/', groups: ['Domain-Staff'], everyone: false };
  const token = await issueToken(server.database, { permissions: ['files.publish'], files: limits });
  const give = (column: string, to: string) =>
    query(`update service_tokens set ${column} = (select id from people where email = $1)`, [
      `${to}@sawtooth.example`,
    ]);
  await give('created_by_id', 'it');
  const { _id: id } = await publish(server.visitor, {
    ownerType: 'Automation',
    headers: tokenHeaders(token.secret),
  });
  await query('update files set retires_at = now() where id = $1', [id]);
  expect(await run()).toBe('Removed 0, notified about 1, retired 0.');
  await query(`update files set retirement_noticed_at = now() - interval '14 days' where id = $1`, [id]);
  await give('kept_by_id', 'it2');
  expect(await run()).toBe('Removed 0, notified about 1, retired 0.');
  expect(sent).toEqual(['it@sawtooth.example', 'it2@sawtooth.example']);
  expect(await run()).toBe('Removed 0, notified about 0, retired 0.');
  await query(`update files set retirement_noticed_at = now() - interval '14 days' where id = $1`, [id]);
  expect(await run()).toBe('Removed 0, notified about 0, retired 1.');
});

test('someone who takes over a service token gets the emails about what an earlier token published', async () => {
  const query = (text: string, values: unknown[] = []) => server.database.pool.query(text, values);
  await server.signIn('it2');
  const sent: unknown[] = [];
  const send = async ({ to }: { to: unknown }) => `${sent.push(to)}`;
  const limits = { pathPrefix: 'reports/', groups: ['Domain-Staff'], everyone: false };
  for (const owner of ['it', 'it2']) {
    const token = await issueToken(server.database, { permissions: ['files.publish'], files: limits });
    await query(
      `update service_tokens set created_by_id = (select id from people where email = $1) where id = $2`,
      [`${owner}@sawtooth.example`, token.id],
    );
    const report = { ownerType: 'Automation', fileName: 'Hours.csv' } as const;
    const { createdBy } = await publish(server.visitor, { ...report, headers: tokenHeaders(token.secret) });
    expect(createdBy).toBe('Nightly reports');
    await query(`update files set retires_at = now() where original_filename = 'Hours.csv'`);
    const run = retention(server, { mail: { ...server.quad.platform.mail, send } });
    expect(await run()).toBe('Removed 0, notified about 1, retired 0.');
  }
  expect(sent).toEqual(['it@sawtooth.example', 'it2@sawtooth.example']);
});

test('a file that is published again past its date is not retired the same night', async () => {
  const { _id: id } = await publish(it);
  const params = { id };
  await it.send(withdrawFile, { params });
  await server.database.pool.query(
    `update files set retires_at = now(), retirement_noticed_at = now() - interval '14 days' where id = $1`,
    [id],
  );
  await restore(it, id);
  expect(await retention(server, {})()).toBe('Removed 0, notified about 0, retired 0.');
});
