import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { currentMemory, openFiles } from '../../harness/proc.ts';
import type { Quad } from '../../harness/quad.ts';
import { arriving } from './check.ts';
import { forEveryone, frame } from './send.ts';

/** How soon everything of an upload whose client is gone must be removed, in milliseconds. */
const mostTime = 5_000;
/** Connections of the pool and of the log come and go. */
const mostMoreFiles = 10;
const [whole, half] = [3_000_000, 1_000_000];

/** As many of one person's uploads are taken in at once. */
const atOnce = 10;

/**
 * This many clients, a multiple of `atOnce`, start an upload, a crowd at a time, and break it off in the middle.
 * @returns `grown` in megabytes
 */
export async function leaveHalfway(quad: Quad, cookie: string, count: number) {
  const before = { files: openFiles(quad.pid), memory: currentMemory(quad.pid) };
  const { head, tail, type } = frame({ fields: forEveryone, fileName: 'halfway.bin' });
  const headers = [
    'POST /api/files/upload HTTP/1.1',
    `Host: localhost:${quad.port}`,
    `Origin: ${quad.url}`,
    `Cookie: ${cookie}`,
    `Content-Type: ${type}`,
    `Content-Length: ${head.length + whole + tail.length}`,
  ];
  const begin = Buffer.concat([
    Buffer.from(`${headers.join('\r\n')}\r\n\r\n`),
    head,
    Buffer.alloc(half, 'a'),
  ]);
  const faults: string[] = [];
  let during = before.files;
  let took = 0;
  for (let left = 0; left < count; left += atOnce) {
    const sockets = await Promise.all(
      Array.from({ length: atOnce }, async () => {
        const socket = connect(quad.port, '127.0.0.1').on('error', () => undefined);
        await once(socket, 'connect');
        socket.write(begin);
        return socket;
      }),
    );
    if (!(await comesTrue(() => arriving(quad).length === atOnce, 30_000)))
      faults.push(`Of ${atOnce} uploads only ${arriving(quad).length} were under way.`);
    during = Math.max(during, openFiles(quad.pid));
    const began = performance.now();
    for (const socket of sockets) socket.resetAndDestroy();
    if (!(await comesTrue(() => arriving(quad).length === 0, mostTime)))
      faults.push(`${arriving(quad).length} partial uploads are left after ${mostTime} ms.`);
    took = Math.max(took, Math.round(performance.now() - began));
  }
  if (!(await comesTrue(() => openFiles(quad.pid) <= before.files + mostMoreFiles, mostTime)))
    faults.push(`${openFiles(quad.pid) - before.files} more files are open than before.`);
  const grown = Math.round(currentMemory(quad.pid) - before.memory);
  const files = `${before.files}, ${during}, ${openFiles(quad.pid)}`;
  return {
    faults,
    grown,
    figures: [
      { what: 'clients that left halfway', value: count },
      { what: 'nothing of them was left after, at most', value: `${took} ms` },
      { what: 'open files before, during, and after', value: files },
    ],
  };
}

async function comesTrue(isTrue: () => boolean, within: number): Promise<boolean> {
  const began = performance.now();
  while (!isTrue()) {
    if (performance.now() - began > within) return false;
    await pause(20);
  }
  return true;
}
