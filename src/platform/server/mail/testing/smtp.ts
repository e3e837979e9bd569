import net from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { expect, onTestFinished } from 'vitest';
import { JobFailure } from '../../jobs/job-failure.ts';
import type { Message } from '../mail.ts';
import { createSmtpTransport, type SmtpLimits } from '../smtp-transport.ts';

export const limits: SmtpLimits = { connect: 1_000, greeting: 1_000, silence: 1_000, whole: 3_000 };
export const stays = new AbortController().signal;
export const to = 'jane.roe@sawtooth.example';

/** With lines that SMTP itself would take as its own. */
export function message(): Message {
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
export async function startServer(options: SMTPServerOptions = {}) {
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
export async function startFault(talk: (socket: net.Socket) => void) {
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

export const deliver = async (url: string, signal = stays) => (await open(url)).deliver(message(), signal);

export async function open(url: string) {
  const transport = await createSmtpTransport(new URL(url), limits);
  onTestFinished(() => transport.close?.());
  return transport;
}

export async function failureOf(delivery: Promise<string>): Promise<JobFailure> {
  const failure = await delivery.catch((error: unknown) => error);
  if (!(failure instanceof JobFailure)) throw new Error(`It did not fail as a job does: ${failure}`);
  // The cause goes into the log, with its stack.
  const { cause } = failure;
  const logged = cause instanceof Error ? `${cause.message} ${cause.stack}` : String(cause);
  expect(`${failure.message} ${logged}`).not.toMatch(/jane|roe/);
  return failure;
}
