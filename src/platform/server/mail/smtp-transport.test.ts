import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { describe, expect, onTestFinished, test } from 'vitest';
import { JobFailure } from '../jobs/job-failure.ts';
import { EmailTooLarge } from './email-too-large.ts';
import type { Message } from './mail.ts';
import { createSmtpTransport, mostConnections, type SmtpLimits } from './smtp-transport.ts';

const limits: SmtpLimits = { connect: 1_000, greeting: 1_000, silence: 1_000, whole: 3_000 };
const stays = new AbortController().signal;
const to = 'jane.roe@sawtooth.example';

/** With lines that SMTP itself would take as its own. */
function message(): Message {
  const content = Buffer.from('Subject: Round\r\n\r\nHello.\r\n.\r\n\r\n..dots\r\nFrom me\r\n');
  return { key: 'one', from: 'quad@sawtooth.example', to, content };
}

function listening(server: net.Server): string {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port.');
  return `127.0.0.1:${address.port}`;
}

interface Taken {
  from: string;
  to: string[];
  content: string;
}

/** A real mail server that keeps what it gets. */
async function startServer(options: SMTPServerOptions = {}) {
  const taken: Taken[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    authOptional: true,
    onData(stream, { envelope }, done) {
      let content = '';
      stream.on('data', (piece: Buffer) => {
        content += piece.toString('utf8');
      });
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        taken.push({ from, to: envelope.rcptTo.map(({ address }) => address), content });
        done();
      });
    },
    ...options,
  });
  // Some tests are about a client that leaves in the middle of a handshake.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { host: listening(server.server as net.Server), taken };
}

/** Something else that listens where a mail server should be. */
async function startFault(talk: (socket: net.Socket) => void) {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.resume();
    socket.on('close', () => sockets.delete(socket));
    talk(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  });
  return { host: listening(server), open: () => sockets.size };
}

const deliver = async (url: string, signal = stays) => (await open(url)).deliver(message(), signal);

async function open(url: string) {
  const transport = await createSmtpTransport(new URL(url), limits);
  onTestFinished(() => transport.close?.());
  return transport;
}

async function failureOf(delivery: Promise<string>): Promise<JobFailure> {
  const failure = await delivery.catch((error: unknown) => error);
  if (!(failure instanceof JobFailure)) throw new Error(`It did not fail as a job does: ${failure}`);
  // The cause goes into the log, with its stack.
  const { cause } = failure;
  const logged = cause instanceof Error ? `${cause.message} ${cause.stack}` : String(cause);
  expect(`${failure.message} ${logged}`).not.toMatch(/jane|roe/);
  return failure;
}
const refusing = (code: number, words: string) => Object.assign(new Error(words), { responseCode: code });

describe('a mail server that works', () => {
  test('gets the email as it was written, for one recipient', async () => {
    const { host, taken } = await startServer();
    expect(await deliver(`smtp://${host}`)).toBe('Handed to the mail server.');
    expect(taken).toEqual([
      { from: 'quad@sawtooth.example', to: [to], content: message().content.toString() },
    ]);
  });

  test('gets the user and the password in its address', async () => {
    const seen: unknown[] = [];
    const { host, taken } = await startServer({
      disabledCommands: ['STARTTLS'],
      authOptional: false,
      onAuth({ username, password }, _session, done) {
        seen.push([username, password]);
        done(null, { user: username });
      },
    });
    await deliver(`smtp://quad%40sawtooth:p%3Aw%2Fd%20@${host}`);
    expect(seen).toEqual([['quad@sawtooth', 'p:w/d ']]);
    expect(taken).toHaveLength(1);
  });
});

test('several emails go over one connection', async () => {
  let connections = 0;
  const { host, taken } = await startServer({
    onConnect(_session, done) {
      connections += 1;
      done();
    },
  });
  const transport = await open(`smtp://${host}`);
  for (let number = 0; number < 3; number += 1) await transport.deliver(message(), stays);
  expect(connections).toBe(1);
  expect(taken.map((email) => email.to)).toEqual([[to], [to], [to]]);
});

describe('a refusal', () => {
  test.each([421, 450, 451, 452])('%i is tried again', async (code) => {
    const { host } = await startServer({
      onRcptTo: (_to, _session, done) => done(refusing(code, `4.2.1 ${to} is busy`)),
    });
    const failure = await failureOf(deliver(`smtp://${host}`));
    // 421 is about the connection: whoever else waits need not be tried.
    expect(failure).toMatchObject({ final: false, name: code === 421 ? 'JobFailure' : 'EmailDeferred' });
    expect(failure.message).toMatch(new RegExp(`^The mail server asked to try again later \\(${code}`));
  });

  test.each([550, 551, 552, 553, 554])('%i is final', async (code) => {
    const { host, taken } = await startServer({
      onRcptTo: (_to, _session, done) => done(refusing(code, `5.1.1 ${to} is unknown`)),
    });
    const failure = await failureOf(deliver(`smtp://${host}`));
    expect(failure).toMatchObject({
      final: true,
      message: `The mail server rejected the email (${code} 5.1.1).`,
    });
    expect(taken).toEqual([]);
  });

  test('of the content is final, too', async () => {
    const { host } = await startServer({
      onData(stream, _session, done) {
        stream.resume();
        stream.on('end', () => done(refusing(554, 'looks like spam')));
      },
    });
    expect(await failureOf(deliver(`smtp://${host}`))).toMatchObject({ final: true });
  });

  test.each([
    [552, 'too big', true],
    [552, '5.3.4 too big', true],
    [550, '5.2.3 too big', true],
    [552, '5.2.2 mailbox full', false],
    [554, '5.7.1 looks like spam', false],
  ])('%i %s: whether it is about the size: %s', async (code, words, isAboutSize) => {
    const { host } = await startServer({
      onData(stream, _session, done) {
        stream.resume();
        stream.on('end', () => done(refusing(code, words)));
      },
    });
    const failure = await failureOf(deliver(`smtp://${host}`));
    expect([failure instanceof EmailTooLarge, failure.final]).toEqual([isAboutSize, true]);
  });

  test.each([
    [530, '5.7.57 Client was not authenticated to send anonymous mail'],
    [550, '5.7.60 no permission to send as this sender'],
    [553, 'sender not allowed'],
  ])('%i %s: of the sender is tried again, since the next email meets the same', async (code, words) => {
    const { host } = await startServer({
      onMailFrom: (_from, _session, done) => done(refusing(code, words)),
    });
    expect(await failureOf(deliver(`smtp://${host}`))).toMatchObject({
      final: false,
      message: expect.stringContaining(`rejected the connection, the sign-in, or the sender (${code}`),
    });
  });

  test.each([
    [530, 'authentication required'],
    [550, '5.1.8 sender address rejected'],
  ])('%i %s: in response to the recipient, it is about the sender', async (code, words) => {
    const { host } = await startServer({ onRcptTo: (_to, _session, done) => done(refusing(code, words)) });
    expect(await failureOf(deliver(`smtp://${host}`))).toMatchObject({ name: 'JobFailure', final: false });
  });

  test.each([
    [553, '5.7.1 Sender address rejected: not owned by user'],
    [554, '5.7.1 Relay access denied'],
  ])('%i %s: by a rule is tried again, and holds up no one else', async (code, words) => {
    const { host } = await startServer({ onRcptTo: (_to, _session, done) => done(refusing(code, words)) });
    expect(await failureOf(deliver(`smtp://${host}`))).toMatchObject({ name: 'EmailDeferred' });
  });

  test('of the size is final, also before the content', async () => {
    const { host } = await startServer({
      onMailFrom: (_from, _session, done) => done(refusing(552, '5.3.4 too big')),
    });
    expect(await failureOf(deliver(`smtp://${host}`))).toBeInstanceOf(EmailTooLarge);
  });

  test('of the sign-in is tried again: the email is not at fault', async () => {
    const { host } = await startServer({
      disabledCommands: ['STARTTLS'],
      authOptional: false,
      onAuth: (_auth, _session, done) => done(refusing(535, 'wrong password')),
    });
    expect(await failureOf(deliver(`smtp://quad:wrong@${host}`))).toMatchObject({
      final: false,
      message: expect.stringContaining('rejected the connection, the sign-in, or the sender (535'),
    });
  });

  test('of the connection is tried again', async () => {
    const { host } = await startFault((socket) => socket.end('554 no service here\r\n'));
    expect((await failureOf(deliver(`smtp://${host}`))).final).toBe(false);
  });
});

test('the mail library is loaded at startup: npm may replace it on disk while the portal runs', {
  tags: 'long',
}, async () => {
  const { host, taken } = await startServer();
  const program = `
    import { registerHooks } from 'node:module';
    import { createSmtpTransport } from '${new URL('./smtp-transport.ts', import.meta.url).href}';
    const transport = await createSmtpTransport(new URL('smtp://${host}'));
    registerHooks({ load(file) { throw new Error('loaded late: ' + file); } });
    await transport.deliver(${JSON.stringify({ ...message(), content: message().content.toString() })}, new AbortController().signal);
    transport.close();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' });
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(taken).toHaveLength(1);
});

describe('something that is not a mail server', () => {
  test('nothing at all: tried again', async () => {
    const failure = await failureOf(deliver('smtp://127.0.0.1:1'));
    expect(failure).toMatchObject({
      final: false,
      message: 'The mail server could not be reached, or it ended the connection.',
    });
  });

  test.each<[string, (socket: net.Socket) => void]>([
    ['says nothing', () => undefined],
    ['sends its greeting and falls silent', (socket) => socket.write('220 hello\r\n')],
    [
      'drips a byte at a time',
      (socket) => {
        socket.write('220-');
        const drip = setInterval(() => socket.write('x'), 100);
        socket.on('close', () => clearInterval(drip));
      },
    ],
  ])('one that %s is given up, and its connection is closed', async (_what, talk) => {
    const { host, open: opened } = await startFault(talk);
    const failure = await failureOf(deliver(`smtp://${host}`));
    expect(failure).toMatchObject({ final: false });
    await expect.poll(opened).toBe(0);
  });

  test.each<[string, (socket: net.Socket) => void]>([
    ['hangs up', (socket) => socket.destroy()],
    ['sends its greeting and hangs up', (socket) => socket.end('220 hello\r\n')],
    ['is a web server', (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
    [
      'takes the email and hangs up before it says so',
      (socket) => {
        socket.write('220 hello\r\n');
        let all = '';
        socket.on('data', (piece) => {
          all += piece;
          if (all.includes('\r\n.\r\n')) socket.destroy();
          else if (/^DATA\r\n/m.test(all)) socket.write('354 go on\r\n');
          else socket.write('250 ok\r\n');
        });
      },
    ],
    [
      'sends megabytes without a line',
      (socket) => {
        const flood = setInterval(() => socket.write('x'.repeat(200_000)), 5);
        socket.on('close', () => clearInterval(flood));
      },
    ],
  ])('one that %s is tried again', async (_what, talk) => {
    const { host, open: opened } = await startFault(talk);
    expect((await failureOf(deliver(`smtp://${host}`))).final).toBe(false);
    await expect.poll(opened).toBe(0);
  });

  test('one that drips its answer to RSET after each rejection holds no email up for long', async () => {
    let isRude = true;
    const { host, open: opened } = await startFault((socket) => {
      socket.write('220 hello\r\n');
      socket.on('data', (piece) => {
        if (/^RSET/.test(String(piece))) {
          socket.write('250-');
          const drip = setInterval(() => socket.write('x'), 50);
          socket.on('close', () => clearInterval(drip));
        } else if (isRude && /^RCPT/.test(String(piece))) socket.write('550 5.1.1 no such user\r\n');
        else socket.write(/^DATA/.test(String(piece)) ? '354 go on\r\n' : '250 ok\r\n');
      });
    });
    const transport = await createSmtpTransport(new URL(`smtp://${host}`), { ...limits, whole: 800 });
    onTestFinished(() => transport.close?.());
    const send = () => transport.deliver(message(), stays);
    for (let email = 0; email < mostConnections; email += 1)
      expect((await failureOf(send())).final).toBe(true);
    isRude = false;
    expect((await failureOf(send())).message).toBe('The mail server took too long.');
    expect(await send()).toBe('Handed to the mail server.');
    // The connection of that one stays.
    await expect.poll(opened, { timeout: 3_000 }).toBe(1);
  });

  test('a stop of the server ends a conversation at once', async () => {
    const { host, open: opened } = await startFault((socket) => socket.write('220 hello\r\n'));
    const stop = new AbortController();
    const transport = await open(`smtp://${host}`);
    const delivery = failureOf(transport.deliver(message(), stop.signal));
    await expect.poll(opened).toBe(1);
    stop.abort(new Error('The server is stopping.'));
    expect((await delivery).final).toBe(false);
    await expect.poll(opened).toBe(0);
  });
});

describe('TLS', () => {
  test('a server with a certificate that no one vouches for gets nothing', async () => {
    const { host, taken } = await startServer({ secure: true, disabledCommands: ['AUTH'] });
    const failure = await failureOf(deliver(`smtps://${host}`));
    expect(failure).toMatchObject({
      final: false,
      message: 'No secure connection to the mail server could be made.',
    });
    expect(taken).toEqual([]);
  });

  test('a server elsewhere that offers no STARTTLS gets nothing, unless the college says so', async () => {
    const { host, taken } = await startServer();
    // A name of this machine that does not look like one.
    const elsewhere = host.replace('127.0.0.1', '[::ffff:127.0.0.1]');
    expect((await failureOf(deliver(`smtp://${elsewhere}`))).final).toBe(false);
    expect(taken).toEqual([]);
    await deliver(`smtp://${elsewhere}?tls=off`);
    expect(taken).toHaveLength(1);
  });
});
