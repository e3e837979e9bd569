import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { copyCampus } from '../../../platform/server/testing/test-campus.ts';
import { startTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
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

/** Lets the letters go out that would wait two minutes for more logs. */
async function sendWhatWaits({ quad, database }: TestServer): Promise<void> {
  const { jobs } = quad.platform;
  const { data } = await jobs.list({
    paging: { page: 1, pageSize: 50 },
    name: 'follow-up',
    state: 'waiting',
  });
  await database.database.transaction().execute(async (transaction) => {
    for (const { id } of data) await jobs.retry(transaction, id);
  });
}

/** A server that writes its letters into a folder. */
async function startWithFolder(campusFolder?: string) {
  const dataFolder = mkdtempSync(path.join(os.tmpdir(), 'quad-follow-ups-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
  const server = await startTestServer({
    tools: [raLogsServer],
    variables: { QUAD_DATA: dataFolder },
    ...(campusFolder === undefined ? {} : { campusFolder }),
  });
  const folder = path.join(dataFolder, 'mail');
  const letters = async () => {
    const names = await readdir(folder).catch(() => []);
    return Promise.all(names.map(async (name) => ({ name, text: await readEmail(path.join(folder, name)) })));
  };
  return { server, letters, ra: await server.signIn('ra') };
}

/** Its headers as they are, and both parts as a mail program shows them. */
async function readEmail(file: string): Promise<string> {
  const content = await readFile(file, 'utf8');
  const { text = '', html = '' } = await PostalMime.parse(content);
  return `${content.slice(0, content.indexOf('\r\n\r\n'))}\r\n\r\n${text}${html}`;
}

test('a letter tells Residence Life where and when, and nothing of what was written or by whom', async () => {
  const { server, letters, ra } = await startWithFolder();
  const writtenAt = new Date(Date.now() - 3_600_000).toISOString();
  const round = { followUp: true, building: 'Hayman', comments: 'Jane Roe fainted', writtenAt };
  const { _id } = (await ra.send(addRaLog, { body: round })).body.data;
  await sendWhatWaits(server);
  await vi.waitFor(async () => expect(await letters()).toHaveLength(1), patience);
  const [{ text = '' } = {}] = await letters();
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
    'http://localhost:3000/departments/residence-life/resident-assistants/logs?followUp=true',
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
        result: expect.stringMatching(
          `^Written to mail/ra-log-follow-up-${_id}-\\S+\\.eml in the data folder`,
        ),
      }),
    );
  }, patience);
});

test('a hundred logs within two minutes are one email to each recipient, and none is left out', async () => {
  const { server, letters, ra } = await startWithFolder(
    campusWith('followUpRecipients: [one@sawtooth.example, two@sawtooth.example]\nfollowUpsPerHour: 100'),
  );
  const buildings = ['Anderson', 'Finney', 'Hayman', 'Simplot'];
  const fileOne = (index: number) =>
    ra.send(addRaLog, { body: { building: buildings[index % 4] ?? '', followUp: true } });
  const filed: Awaited<ReturnType<typeof fileOne>>[] = [];
  // Ten at a time: a hundred at the same instant may be asked to come back on a busy machine.
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
  await vi.waitFor(async () => expect(await letters()).toHaveLength(2), patience);
  for (const { text } of await letters()) {
    expect(text).toContain('Subject: RA logs need follow-up: 100');
    expect(text.match(/^- (Anderson|Finney|Hayman|Simplot), /gm)).toHaveLength(50);
    expect(text).toContain('- and 50 more');
  }
  // What comes after it begins the next letter.
  await server.database.pool.query(`update ra_logs set created_at = created_at - interval '61 minutes'`);
  expect((await ra.send(addRaLog, { body: { building: 'Anderson', followUp: true } })).status).toBe(201);
  await sendWhatWaits(server);
  await vi.waitFor(async () => expect(await letters()).toHaveLength(4), patience);
});

test('who asks for follow-up too often within an hour is told when to file the log again', async () => {
  const { server, ra } = await startWithFolder(campusWith('followUpsPerHour: 3'));
  const ask = (followUp: boolean) => ra.send(addRaLog, { body: { building: 'Anderson', followUp } });
  for (let asked = 0; asked < 3; asked += 1) expect((await ask(true)).status).toBe(201);
  const refused = await ask(true);
  expect(refused).toMatchObject({
    status: 429,
    body: {
      reason: 'too-many-follow-ups',
      detail:
        "You've asked for follow-up 3 times in the past hour. This log was not submitted. Submit it again in 60 " +
        "minutes, and call about anything that can't wait.",
    },
  });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
  expect((await ask(false)).status).toBe(201);
  await server.database.pool.query(`update ra_logs set created_at = created_at - interval '61 minutes'`);
  expect((await ask(true)).status).toBe(201);
});

test('nobody is told of a log that needs no follow-up, nor of one that was refused', async () => {
  const { server, ra } = await startWithFolder();
  await ra.send(addRaLog, { body: { building: 'Anderson' } });
  await ra.send(addRaLog, { body: { building: 'Ketchup', followUp: true } });
  const submittedBy = 'it@sawtooth.example';
  await ra.send(addRaLog, { body: { building: 'Anderson', followUp: true, submittedBy } });
  expect((await server.quad.platform.jobs.counts({ name: 'follow-up' })).waiting).toBe(0);
});

test('a letter that an older version has enqueued for a single log goes out as well', async () => {
  const { server, letters, ra } = await startWithFolder();
  const { _id } = (await ra.send(addRaLog, { body: { building: 'Anderson', followUp: true } })).body.data;
  await server.database.pool.query(
    `update jobs.job set data = $1, start_after = now() where name = 'ra-logs.follow-up-notice'`,
    [{ logId: _id, recipient: 'reslife@sawtooth.example' }],
  );
  await sendWhatWaits(server);
  await vi.waitFor(async () => expect((await letters())[0]?.text).toContain('Building: Anderson'), patience);
});

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
    expect(content).toContain(`To: ${to}`);
    expect(content).toContain('From: Quad <portal@sawtooth.example>');
  }
  expect(new Set(mail.letters.map(({ content }) => /Message-ID:\s+(\S+)/.exec(content)?.[1])).size).toBe(2);
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
      const id = /\r\nMessage-ID:\s+(\S+)\r\n[\s\S]*\r\n\.\r\n/.exec(said)?.[1];
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
  ['buildings: []', 'List at least one building.'],
  ['buildings: [{ name: A, offered: true }, { name: A, offered: false }]', 'A building is listed twice.'],
  ['halls: []', 'halls'],
])('a start with %s is refused, with the place of the mistake', async (yaml, told) => {
  await expect(startTestServer({ tools: [raLogsServer], campusFolder: campusWith(yaml) })).rejects.toThrow(
    told,
  );
});
