import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { TestDatabase } from '../../testing/test-database.ts';

/** A connection to a test database that can be closed, as if PostgreSQL were gone, and opened again. */
export interface InterruptibleWay {
  readonly settings: TestDatabase['settings'];
  close(): void;
  open(): Promise<void>;
  /** Connections hang without a response or an end, as if PostgreSQL's machine were frozen. */
  freeze(): void;
  thaw(): void;
  /** Connections are accepted, and end with their first statement, as with PgBouncer while PostgreSQL is gone. */
  acceptOnly(): void;
  acceptAll(): void;
}

/** What PgBouncer answers to one connection too many. */
function noMore(): Buffer {
  const fields = ['SFATAL', 'C08P01', 'Mno more connections allowed (max_client_conn)'];
  const text = Buffer.from(`${fields.join('\0')}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(text.length + 4, 1);
  return Buffer.concat([head, text]);
}

/** @param most How many connections at once, as with PgBouncer */
export async function openWayTo(
  database: TestDatabase,
  most = Number.POSITIVE_INFINITY,
): Promise<InterruptibleWay> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'quad-way-'));
  const { host, port } = database.settings;
  const name = `.s.PGSQL.${port}`;
  const sockets = new Set<net.Socket>();
  let server: net.Server | null = null;
  let frozen = false;
  let onlyAccepts = false;
  const way: InterruptibleWay = {
    settings: { ...database.settings, host: folder },
    close() {
      server?.close();
      for (const socket of sockets) socket.destroy();
    },
    freeze() {
      frozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      frozen = false;
      for (const socket of sockets) socket.resume();
    },
    acceptOnly() {
      onlyAccepts = true;
    },
    acceptAll() {
      onlyAccepts = false;
    },
    async open() {
      server = net.createServer((near) => {
        // Each has two sockets.
        if (sockets.size >= most * 2) {
          near.on('error', () => undefined).once('data', () => near.end(noMore()));
          return;
        }
        const far = net.connect(path.join(host, name));
        for (const [one, other] of [
          [near, far],
          [far, near],
        ] as const) {
          sockets.add(one);
          one.on('error', () => undefined);
          one.on('close', () => {
            sockets.delete(one);
            other.destroy();
          });
        }
        let messages = 0;
        near.on('data', () => {
          messages += 1;
          if (onlyAccepts && messages > 1) near.destroy();
        });
        near.pipe(far).pipe(near);
        if (frozen) near.pause();
      });
      await new Promise<void>((resolve) => server?.listen(path.join(folder, name), resolve));
    },
  };
  await way.open();
  onTestFinished(async () => {
    way.close();
    await rm(folder, { recursive: true, force: true });
  });
  return way;
}
