import { expect, test, vi } from 'vitest';
import { startTestServer } from '../../../platform/server/testing/test-server.ts';
import { addRaLog } from '../contract.ts';
import { raLogsServer } from './index.ts';
import { campusWith, patience, sendWhatWaits, startWithFolder } from './testing/follow-up-emails.ts';

test('an email says where and when, and nothing about what was written or by whom', async () => {
  const { server, emails, ra } = await startWithFolder();
  const writtenAt = new Date(Date.now() - 3_600_000).toISOString();
  const round = { followUp: true, building: 'Hayman', comments: 'Jane Roe fainted', writtenAt };
  const { _id } = (await ra.send(addRaLog, { body: round })).body.data;
  await sendWhatWaits(server);
  await vi.waitFor(async () => expect(await emails()).toHaveLength(1), patience);
  const [{ text = '' } = {}] = await emails();
  const head = text.slice(0, text.indexOf('\r\n\r\n'));
  expect(head).toContain('To: reslife@sawtooth.example');
  expect(head).toContain('From: Quad <no-reply@sawtooth.example>');
  expect(head).toContain('Subject: RA log needs follow-up: Hayman');
  expect(head).toMatch(new RegExp(`Message-ID:\\s+<ra-log-follow-up-${_id}-[0-9a-f]{12}@sawtooth.example>`));
  expect(text).toContain('Building: Hayman');
  const time = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/Boise',
    hour: 'numeric',
    minute: '2-digit',
  });
  expect(text).toContain(time.format(new Date(writtenAt)));
  expect(text).toContain(
    'http://localhost:3000/departments/residence-life/resident-assistants/logs?followUp=open',
  );
  expect(text).not.toMatch(/jane|fainted|arlo|benning|ra@/i);
  await vi.waitFor(async () => {
    const { data } = await server.quad.platform.jobs.list({
      paging: { page: 1, pageSize: 9 },
      state: 'done',
    });
    expect(data).toContainEqual(
      expect.objectContaining({
        title: 'Notify Residence Life of follow-ups',
        about: 'Hayman',
        result: expect.stringMatching(
          `^Written to mail/ra-log-follow-up-${_id}-\\S+\\.eml in the data folder`,
        ),
      }),
    );
  }, patience);
});

test('a hundred logs within two minutes are one email to each recipient, and none is left out', {
  tags: 'long',
}, async () => {
  const { server, emails, ra } = await startWithFolder(
    campusWith('followUpRecipients: [one@sawtooth.example, two@sawtooth.example]\nfollowUpsPerHour: 100'),
  );
  const buildings = ['Anderson', 'Finney', 'Hayman', 'Simplot'];
  const fileOne = (index: number) =>
    ra.send(addRaLog, { body: { building: buildings[index % 4] ?? '', followUp: true } });
  const filed: Awaited<ReturnType<typeof fileOne>>[] = [];
  // Ten at a time: on a busy machine, a hundred at once may be told to try again later.
  for (let batch = 0; batch < 10; batch += 1) {
    filed.push(...(await Promise.all(Array.from({ length: 10 }, (_, index) => fileOne(index)))));
  }
  expect(new Set(filed.map(({ status }) => status))).toEqual(new Set([201]));
  await ra.send(addRaLog, { body: { building: 'Vorhees' } });
  const { rows } = await server.database.pool.query<{ data: { recipient: string; logIds: string[] } }>(
    `select data from jobs.job where name = 'ra-logs.follow-up-notice'`,
  );
  expect(rows.map(({ data }) => data.recipient).toSorted()).toEqual([
    'one@sawtooth.example',
    'two@sawtooth.example',
  ]);
  const ids = filed.map(({ body }) => body.data._id).toSorted();
  for (const { data } of rows) expect(data.logIds.toSorted()).toEqual(ids);
  await sendWhatWaits(server);
  await vi.waitFor(async () => expect(await emails()).toHaveLength(2), patience);
  for (const { text } of await emails()) {
    expect(text).toContain('Subject: RA logs need follow-up: 100');
    expect(text.match(/^- (Anderson|Finney|Hayman|Simplot), /gm)).toHaveLength(50);
    expect(text).toContain('- and 50 more');
  }
  // What comes after it starts the next email.
  await server.database.pool.query(`update ra_logs set created_at = created_at - interval '61 minutes'`);
  expect((await ra.send(addRaLog, { body: { building: 'Anderson', followUp: true } })).status).toBe(201);
  await sendWhatWaits(server);
  await vi.waitFor(async () => expect(await emails()).toHaveLength(4), patience);
});

test('no one is notified of a log that needs no follow-up, or of one that was refused', async () => {
  const { server, ra } = await startWithFolder();
  await ra.send(addRaLog, { body: { building: 'Anderson' } });
  await ra.send(addRaLog, { body: { building: 'Ketchup', followUp: true } });
  const submittedBy = 'it@sawtooth.example';
  await ra.send(addRaLog, { body: { building: 'Anderson', followUp: true, submittedBy } });
  expect((await server.quad.platform.jobs.counts({ name: 'follow-up' })).waiting).toBe(0);
});

test('an email that an older version enqueued for a single log goes out as well', async () => {
  const { server, emails, ra } = await startWithFolder();
  const { _id } = (await ra.send(addRaLog, { body: { building: 'Anderson', followUp: true } })).body.data;
  await server.database.pool.query(
    `update jobs.job set data = $1, start_after = now() where name = 'ra-logs.follow-up-notice'`,
    [{ logId: _id, recipient: 'reslife@sawtooth.example' }],
  );
  await sendWhatWaits(server);
  await vi.waitFor(async () => expect((await emails())[0]?.text).toContain('Building: Anderson'), patience);
});

test('no one is notified when no one is configured', async () => {
  const server = await startTestServer({
    tools: [raLogsServer],
    campusFolder: campusWith('followUpRecipients: []'),
  });
  const ra = await server.signIn('ra');
  expect((await ra.send(addRaLog, { body: { building: 'Anderson', followUp: true } })).status).toBe(201);
  expect((await server.quad.platform.jobs.counts({ name: 'follow-up' })).waiting).toBe(0);
});
