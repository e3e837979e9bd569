import type net from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSmtpTransport, mostConnections } from './smtp-transport.ts';
import { deliver, failureOf, limits, message, open, startFault, stays } from './testing/smtp.ts';

describe('something that is not a mail server', () => {
  test('nothing at all: tried again', async () => {
    const failure = await failureOf(deliver('smtp://127.0.0.1:1'));
    expect(failure).toMatchObject({
      final: false,
      message: expect.stringMatching(/^The mail server could not be reached: .* QUAD_SMTP_URL\.$/),
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
  ])('one that %s is given up on, and its connection is closed', async (_what, talk) => {
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

  test('one that drips its answer to RSET after each rejection holds up no email for long', async () => {
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
