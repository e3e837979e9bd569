import { once } from 'node:events';
import type { Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { endLater } from '../../harness/scope.ts';
import { freePort } from '../../src/platform/server/testing/free-port.ts';

export type MailMood = 'well' | 'down' | 'says nothing' | 'asks to come later' | 'refuses' | 'hangs up';

/** A real mail server whose behavior the scenario controls. */
export interface MailServer {
  readonly url: string;
  /** How many times each email was accepted, by its Message-ID. */
  readonly taken: ReadonlyMap<string, number>;
  become(mood: MailMood): Promise<void>;
}

export async function openMailServer(): Promise<MailServer> {
  const port = await freePort();
  const taken = new Map<string, number>();
  const sockets = new Set<Socket>();
  let mood: MailMood = 'well';
  let server: SMTPServer | null = null;

  async function open(): Promise<void> {
    const opened = new SMTPServer({
      disabledCommands: ['STARTTLS', 'AUTH'],
      authOptional: true,
      closeTimeout: 100,
      onConnect(_session, done) {
        if (mood !== 'says nothing') done();
      },
      onMailFrom(_address, _session, done) {
        done(mood === 'asks to come later' ? answer(451, '4.3.2 Later, please') : null);
      },
      onRcptTo(_address, _session, done) {
        done(mood === 'refuses' ? answer(550, '5.1.1 Nobody here') : null);
      },
      onData(stream, _session, done) {
        let content = '';
        stream.on('data', (piece: Buffer) => {
          content += piece.toString('utf8');
        });
        stream.on('end', () => {
          // A long id is folded onto the next line.
          const id = /^message-id:\s*(\S+)/im.exec(content)?.[1] ?? 'none';
          taken.set(id, (taken.get(id) ?? 0) + 1);
          if (mood !== 'hangs up') return done();
          for (const socket of sockets) socket.destroy();
        });
      },
    });
    opened.on('error', () => undefined);
    opened.server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    opened.listen(port, '127.0.0.1');
    await once(opened.server, 'listening');
    server = opened;
  }

  async function close(): Promise<void> {
    const closing = server;
    server = null;
    if (closing === null) return;
    for (const socket of sockets) socket.destroy();
    await new Promise<void>((resolve) => closing.close(resolve));
  }

  await open();
  endLater(close);
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    async become(next) {
      mood = next;
      if (next === 'down') return close();
      for (const socket of sockets) socket.destroy();
      if (server === null) await open();
    },
  };
}

function answer(responseCode: number, words: string): Error {
  return Object.assign(new Error(words), { responseCode });
}
