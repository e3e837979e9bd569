import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { EmailTooLarge } from './email-too-large.ts';
import { deliver, failureOf, message, open, startFault, startServer, stays, to } from './testing/smtp.ts';

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

  test('of the size is final, even before the content', async () => {
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

describe('TLS', () => {
  test('a server with a certificate that no one vouches for gets nothing', async () => {
    const { host, taken } = await startServer({ secure: true, disabledCommands: ['AUTH'] });
    const failure = await failureOf(deliver(`smtps://${host}`));
    expect(failure).toMatchObject({
      final: false,
      message: expect.stringMatching(/^The certificate of the mail server has expired.* Renew it/),
    });
    expect(taken).toEqual([]);
  });

  test('smtps:// with the port of a server that expects smtp:// is reported with the ports to check', async () => {
    const { host } = await startServer();
    expect((await failureOf(deliver(`smtps://${host}`))).message).toMatch(/usually 465 with smtps:\/\//);
  });

  test.each(['smtps', 'smtp'])('%s:// with a port that just closes is, too', async (scheme) => {
    const { host } = await startFault((socket) => socket.destroy());
    expect((await failureOf(deliver(`${scheme}://${host}`))).message).toMatch(
      /^The connection to the mail server ended\. .* check the port in QUAD_SMTP_URL: usually 465/,
    );
  });

  test('a server elsewhere that offers no STARTTLS gets nothing, unless the college says so', async () => {
    const { host, taken } = await startServer();
    // A name of this machine that does not look like one.
    const elsewhere = host.replace('127.0.0.1', '[::ffff:127.0.0.1]');
    expect(await failureOf(deliver(`smtp://${elsewhere}`))).toMatchObject({
      final: false,
      message: expect.stringMatching(/^No secure connection .* check its port in QUAD_SMTP_URL/i),
    });
    expect(taken).toEqual([]);
    await deliver(`smtp://${elsewhere}?tls=off`);
    expect(taken).toHaveLength(1);
  });
});
