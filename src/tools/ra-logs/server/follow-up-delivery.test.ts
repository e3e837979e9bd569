import { createServer } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startMailServer } from '../../../platform/server/mail/testing/mail-server.ts';
import { freePort } from '../../../platform/server/testing/free-port.ts';
import { startTestServer } from '../../../platform/server/testing/test-server.ts';
import { addRaLog } from '../contract.ts';
import { raLogsServer } from './index.ts';
import { campusWith, patience, sendWhatWaits } from './testing/follow-up-emails.ts';

test('each recipient gets a separate email, whatever happens to the others', { tags: 'long' }, async () => {
  const mail = await startMailServer({
    refuse: (to, times) =>
      to.startsWith('gone@') ? 550 : to.startsWith('busy@') && times === 1 ? 451 : undefined,
  });
  const campusFolder = campusWith(
    'followUpRecipients: [one@sawtooth.example, gone@sawtooth.example, busy@sawtooth.example]',
  );
  const server = await startTestServer({
    tools: [raLogsServer],
    campusFolder,
    variables: { QUAD_SMTP_URL: mail.url, QUAD_MAIL_FROM: 'portal@sawtooth.example' },
  });
  const ra = await server.signIn('ra');
  const { status } = await ra.send(addRaLog, { body: { building: 'Anderson', followUp: true } });
  expect(status).toBe(201);
  await sendWhatWaits(server);
  const { jobs } = server.quad.platform;
  const list = async () => (await jobs.list({ paging: { page: 1, pageSize: 10 }, name: 'follow-up' })).data;
  await vi.waitFor(
    async () =>
      expect((await list()).map(({ state }) => state).toSorted()).toEqual(['done', 'failed', 'waiting']),
    patience,
  );
  expect((await list()).find(({ state }) => state === 'failed')).toMatchObject({
    tries: 1,
    reason: expect.stringMatching(/^The mail server rejected the email \(550/),
  });
  // It also waits before its first try.
  const waiting = await vi.waitFor(async () => {
    const found = (await list()).find(({ state }) => state === 'waiting');
    expect(found?.reason).toMatch(/^The mail server asked to try again later \(451/);
    return found;
  }, patience);
  await server.database.database
    .transaction()
    .execute((transaction) => jobs.retry(transaction, waiting?.id ?? ''));
  await vi.waitFor(
    () =>
      expect(mail.emails.map(({ to }) => to).toSorted()).toEqual([
        'busy@sawtooth.example',
        'one@sawtooth.example',
      ]),
    patience,
  );
  expect(mail.asked.get('gone@sawtooth.example')).toBe(1);
  expect(JSON.stringify(await list())).not.toContain('@');
  for (const { content, to } of mail.emails) {
    expect(content).toContain(`To: ${to}`);
    expect(content).toContain('From: Quad <portal@sawtooth.example>');
  }
  expect(new Set(mail.emails.map(({ content }) => /Message-ID:\s+(\S+)/.exec(content)?.[1])).size).toBe(2);
});

test('a log is filed while the mail server is down, and the email goes out when it is back', {
  tags: 'long',
}, async () => {
  const port = await freePort();
  const server = await startTestServer({
    tools: [raLogsServer],
    variables: { QUAD_SMTP_URL: `smtp://127.0.0.1:${port}` },
  });
  const ra = await server.signIn('ra');
  expect((await ra.send(addRaLog, { body: { building: 'Anderson', followUp: true } })).status).toBe(201);
  await sendWhatWaits(server);
  const { jobs } = server.quad.platform;
  const job = async () => (await jobs.list({ paging: { page: 1, pageSize: 1 }, name: 'follow-up' })).data[0];
  await vi.waitFor(async () => {
    expect(await job()).toMatchObject({
      state: 'waiting',
      reason: expect.stringContaining('could not be reached'),
    });
  }, patience);
  const mail = await startMailServer({ port });
  const { id = '' } = (await job()) ?? {};
  await server.database.database.transaction().execute((transaction) => jobs.retry(transaction, id));
  await vi.waitFor(
    () => expect(mail.emails.map(({ to }) => to)).toEqual(['reslife@sawtooth.example']),
    patience,
  );
});

test('an email without a confirmed receipt goes out again under the same Message-ID', {
  tags: 'long',
}, async () => {
  const ids: string[] = [];
  const forgetful = createServer((socket) => {
    let said = '';
    socket.on('error', () => undefined);
    socket.write('220 hello\r\n');
    socket.on('data', (piece) => {
      said += piece.toString();
      const id = /\r\nMessage-ID:\s+(\S+)\r\n[\s\S]*\r\n\.\r\n/.exec(said)?.[1];
      if (id !== undefined) {
        ids.push(id);
        // The first time, it hangs up after it has accepted the email and before it says so.
        if (ids.length === 1) socket.destroy();
        else socket.write('250 taken\r\n');
        said = '';
      } else if (/DATA\r\n$/.test(said)) socket.write('354 go on\r\n');
      else if (/QUIT\r\n$/.test(said)) socket.end('221 bye\r\n');
      else if (/^(EHLO|MAIL|RCPT).*\r\n$/m.test(said) && !said.includes('DATA')) socket.write('250 ok\r\n');
    });
  });
  await new Promise<void>((resolve) => forgetful.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => forgetful.close(() => resolve())));
  const address = forgetful.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const server = await startTestServer({
    tools: [raLogsServer],
    variables: { QUAD_SMTP_URL: `smtp://127.0.0.1:${port}` },
  });
  const ra = await server.signIn('ra');
  await ra.send(addRaLog, { body: { building: 'Anderson', followUp: true } });
  await sendWhatWaits(server);
  const { jobs } = server.quad.platform;
  const job = async () => (await jobs.list({ paging: { page: 1, pageSize: 1 }, name: 'follow-up' })).data[0];
  await vi.waitFor(async () => expect(await job()).toMatchObject({ state: 'waiting', tries: 1 }), patience);
  const { id = '' } = (await job()) ?? {};
  await server.database.database.transaction().execute((transaction) => jobs.retry(transaction, id));
  await vi.waitFor(async () => expect(await job()).toMatchObject({ state: 'done', tries: 2 }), patience);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});
