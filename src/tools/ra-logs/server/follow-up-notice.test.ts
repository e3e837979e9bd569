import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { copyCampus } from '../../../platform/server/testing/test-campus.ts';
import { startTestServer } from '../../../platform/server/testing/test-server.ts';
import { addRaLog } from '../contract.ts';
import { raLogs } from '../tool.ts';
import { raLogsServer } from './index.ts';

const patience = { timeout: 20_000, interval: 50 };

/** A campus folder whose RA logs are configured otherwise. */
function campusWith(yaml: string): string {
  const campus = copyCampus(Object.keys(raLogs.permissions));
  onTestFinished(() => campus.remove());
  writeFileSync(path.join(campus.folder, 'tools', 'ra-logs.yaml'), yaml);
  return campus.folder;
}

/** A mail server that keeps what it is given, and what it is asked to refuse. */
async function startMailServer(
  options: { port?: number; refuse?: (to: string, times: number) => number | undefined } = {},
) {
  const letters: { to: string; content: string }[] = [];
  const asked = new Map<string, number>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo({ address }, _session, done) {
      const times = (asked.get(address) ?? 0) + 1;
      asked.set(address, times);
      const code = options.refuse?.(address, times);
      done(
        code === undefined ? null : Object.assign(new Error(`no ${address} here`), { responseCode: code }),
      );
    },
    onData(stream, session, done) {
      let content = '';
      stream.on('data', (piece: Buffer) => (content += piece.toString('utf8')));
      stream.on('end', () => {
        for (const { address } of session.envelope.rcptTo) letters.push({ to: address, content });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = server.server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The mail server has no port.');
  return { url: `smtp://127.0.0.1:${address.port}`, letters, asked };
}

test('each recipient gets a letter of their own, whatever becomes of the others', async () => {
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
  const { jobs } = server.quad.platform;
  const list = async () => (await jobs.list({ paging: { page: 1, pageSize: 10 }, name: 'follow-up' })).data;
  await vi.waitFor(
    async () =>
      expect((await list()).map(({ state }) => state).toSorted()).toEqual(['done', 'failed', 'waiting']),
    patience,
  );
  expect((await list()).find(({ state }) => state === 'failed')).toMatchObject({
    tries: 1,
    reason: expect.stringMatching(/^The mail server refused the letter \(550/),
  });
  // Before its first try it waits, too.
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
      expect(mail.letters.map(({ to }) => to).toSorted()).toEqual([
        'busy@sawtooth.example',
        'one@sawtooth.example',
      ]),
    patience,
  );
  expect(mail.asked.get('gone@sawtooth.example')).toBe(1);
  expect(JSON.stringify(await list())).not.toContain('@');
  for (const { content, to } of mail.letters) {
    expect(content).toContain(`To: <${to}>`);
    expect(content).toContain('From: "Quad" <portal@sawtooth.example>');
  }
  expect(new Set(mail.letters.map(({ content }) => /Message-ID: (.*)/.exec(content)?.[1])).size).toBe(2);
});

test('a log is filed while the mail server is away, and the letter goes out when it is back', async () => {
  const port = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const free = typeof address === 'object' && address !== null ? address.port : 0;
      probe.close(() => resolve(free));
    });
  });
  const server = await startTestServer({
    tools: [raLogsServer],
    variables: { QUAD_SMTP_URL: `smtp://127.0.0.1:${port}` },
  });
  const ra = await server.signIn('ra');
  expect((await ra.send(addRaLog, { body: { building: 'Anderson', followUp: true } })).status).toBe(201);
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
    () => expect(mail.letters.map(({ to }) => to)).toEqual(['reslife@sawtooth.example']),
    patience,
  );
});

test('a letter whose receipt was never heard goes out again under the same Message-ID', async () => {
  const ids: string[] = [];
  const forgetful = createServer((socket) => {
    let said = '';
    socket.on('error', () => undefined);
    socket.write('220 hello\r\n');
    socket.on('data', (piece) => {
      said += piece.toString();
      const id = /\r\nMessage-ID: (\S+)\r\n[\s\S]*\r\n\.\r\n/.exec(said)?.[1];
      if (id !== undefined) {
        ids.push(id);
        // The first time it hangs up after it has taken the letter and before it says so.
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
  const { jobs } = server.quad.platform;
  const job = async () => (await jobs.list({ paging: { page: 1, pageSize: 1 }, name: 'follow-up' })).data[0];
  await vi.waitFor(async () => expect(await job()).toMatchObject({ state: 'waiting', tries: 1 }), patience);
  const { id = '' } = (await job()) ?? {};
  await server.database.database.transaction().execute((transaction) => jobs.retry(transaction, id));
  await vi.waitFor(async () => expect(await job()).toMatchObject({ state: 'done', tries: 2 }), patience);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

test('nobody is told when nobody is configured', async () => {
  const server = await startTestServer({
    tools: [raLogsServer],
    campusFolder: campusWith('followUpRecipients: []'),
  });
  const ra = await server.signIn('ra');
  expect((await ra.send(addRaLog, { body: { building: 'Anderson', followUp: true } })).status).toBe(201);
  expect((await server.quad.platform.jobs.counts({ name: 'follow-up' })).waiting).toBe(0);
});

test.each([
  ['followUpRecipients: [not an address]', 'followUpRecipients'],
  ['followUpRecipients: ["a@b.example\\r\\nBcc: c@d.example"]', 'followUpRecipients'],
  ['buildings: []', 'Please name at least one building.'],
  ['buildings: [{ name: A, offered: true }, { name: A, offered: false }]', 'A building is there twice.'],
  ['halls: []', 'halls'],
])('a start with %s is refused, with the place of the mistake', async (yaml, told) => {
  await expect(startTestServer({ tools: [raLogsServer], campusFolder: campusWith(yaml) })).rejects.toThrow(
    told,
  );
});
