import { randomBytes } from 'node:crypto';
import { appendFileSync, readdirSync, readlinkSync, rmSync, truncateSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collect } from '../files/stored-files.ts';
import { paperCalls as calls, createPapers } from '../files/testing/papers-tool.ts';
import { openWire } from './testing/wire.ts';

/** Of more pieces than are in memory at once. */
const content = randomBytes(4 * 1024 * 1024 - 77);
let papers: Awaited<ReturnType<typeof createPapers>>;
let address = '';
let origin = '';

beforeAll(async () => {
  papers = await createPapers({ limits: { rate: { bytes: 50_000_000, within: 400 }, checkEvery: 50 } });
  origin = await papers.server.listen();
  address = await add('Prüfung.bin', content);
});
afterAll(() => papers.stop());

async function add(fileName: string, bytes: Buffer | string): Promise<string> {
  const { body } = await papers.it.send(calls.addPaper, {
    body: { title: 'Plan' },
    files: { paper: { fileName, content: new Uint8Array(Buffer.from(bytes)) } },
  });
  return `/api/papers/${body.data[0]?.id}`;
}

const ask = (headers: Record<string, string> = {}, method = 'GET', of = address) =>
  fetch(origin + of, { method, headers: { cookie: papers.cookie(), ...headers } });

test('a stored file is sent in full, as a file to save that nothing runs and no cache keeps', async () => {
  const answer = await ask();
  expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-length': String(content.length),
    'content-disposition': `attachment; filename="Pr_fung.bin"; filename*=UTF-8''Pr%C3%BCfung.bin`,
    'content-security-policy': expect.stringContaining('sandbox'),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'accept-ranges': 'bytes',
    etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
  });
});

test('downloads that wait for one another on a connection all arrive intact', async () => {
  const wire = await openWire(origin);
  const request = `GET ${address} HTTP/1.1\r\nHost: localhost\r\nCookie: ${papers.cookie()}\r\n`;
  wire.write(`${request}\r\n${request}\r\n${request}Connection: close\r\n\r\n`);
  const received = Buffer.from(await wire.end(), 'latin1');
  const places = [0, 1, 2].reduce<number[]>(
    (at) => [...at, received.indexOf(content, (at.at(-1) ?? -1) + 1)],
    [],
  );
  expect(places.every((place, index) => place > (places[index - 1] ?? 0))).toBe(true);
});

test('HEAD says the same and sends nothing', async () => {
  const [whole, head] = [await ask(), await ask({}, 'HEAD')];
  const names = ['etag', 'content-length', 'content-type', 'content-disposition', 'cache-control'];
  for (const name of names) expect(head.headers.get(name)).toBe(whole.headers.get(name));
  expect(await head.text()).toBe('');
  await whole.arrayBuffer();
});

test('what the browser already has is not sent again', async () => {
  const tag = (await ask({}, 'HEAD')).headers.get('etag') ?? '';
  expect((await ask({ 'if-none-match': `"other", W/${tag}` })).status).toBe(304);
  const other = await ask({ 'if-none-match': '"other"' });
  expect((await other.arrayBuffer()).byteLength).toBe(content.length);
});

test.each([
  ['bytes=0-9', 206, [0, 10]],
  ['bytes=2097152-', 206, [2_097_152, content.length]],
  ['bytes=-5', 206, [content.length - 5, content.length]],
  ['bytes=0-99999999', 206, [0, content.length]],
  ['bytes=-99999999', 206, [0, content.length]],
  ['bytes=9-5', 200, [0, content.length]],
  ['bytes=-', 200, [0, content.length]],
  ['bytes=0-1,5-9', 200, [0, content.length]],
  ['lines=0-9', 200, [0, content.length]],
  ['bytes=a-b', 200, [0, content.length]],
])('for Range %s the response is %i', async (range, status, [from = 0, to = 0]) => {
  const answer = await ask({ range });
  const got = Buffer.from(await answer.arrayBuffer());
  expect([answer.status, got.equals(content.subarray(from, to))]).toEqual([status, true]);
  const said = status === 206 ? `bytes ${from}-${to - 1}/${content.length}` : null;
  expect(answer.headers.get('content-range')).toBe(said);
});

test('a range beyond the end is 416, and one of different content is not used', async () => {
  const beyond = await ask({ range: `bytes=${content.length}-` });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${content.length}`]);
  expect((await ask({ range: 'bytes=-0' })).status).toBe(416);
  const tag = (await ask({}, 'HEAD')).headers.get('etag') ?? '';
  const resumed = await ask({ range: 'bytes=0-9', 'if-range': tag });
  const changed = await ask({ range: 'bytes=0-9', 'if-range': '"other"' });
  expect([resumed.status, changed.status]).toEqual([206, 200]);
  await changed.arrayBuffer();
});

test('a text says that it is UTF-8, and an empty picture of it is never run', async () => {
  const svg = await ask({}, 'GET', await add('a.svg', '<svg><script>alert(1)</script></svg>'));
  expect(svg.headers.get('content-type')).toBe('image/svg+xml');
  const page = await ask({}, 'GET', await add('a.html', '<!doctype html><script>alert(1)</script>'));
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(page.headers.get('content-disposition')).toContain('attachment');
});

/** Where the bytes of the last upload are. */
async function placeOfLast(): Promise<string> {
  const { rows } = await papers.server.database.pool.query(
    'select name from stored_files order by created_at desc limit 1',
  );
  return path.join(papers.filesFolder, rows[0].name.slice(0, 2), rows[0].name);
}

test('a file that became shorter on the disk breaks off, and is not mistaken for the whole', async () => {
  const cut = await add('cut.bin', content);
  truncateSync(await placeOfLast(), 3 * 1024 * 1024);
  await expect(ask({}, 'GET', cut).then((answer) => answer.arrayBuffer())).rejects.toThrow('terminated');
  const small = await add('small.txt', 'a hundred words '.repeat(1_000));
  truncateSync(await placeOfLast(), 4_000);
  const answers = [await ask({}, 'GET', small), await ask({ range: 'bytes=3000-4999' }, 'GET', small)];
  expect(answers.map(({ status }) => status)).toEqual([410, 410]);
});

test('if a file became longer, no more is sent or read than was announced', async () => {
  const grown = await add('grown.bin', content);
  appendFileSync(await placeOfLast(), Buffer.alloc(1024 * 1024));
  const wire = await openWire(origin);
  wire.write(`GET ${grown} HTTP/1.1\r\nHost: localhost\r\nCookie: ${papers.cookie()}\r\n\r\n`);
  const received = await wire.end();
  expect(received.length - received.indexOf('\r\n\r\n') - 4).toBeLessThanOrEqual(content.length);
  let read = 0;
  async function* growing() {
    for (; read < 1_000; read += 1) yield Buffer.alloc(1_000);
  }
  await expect(collect(growing(), 10_000)).rejects.toMatchObject({ kind: 'gone' });
  expect(read).toBe(10);
});

test('lost bytes are 410 with a page that says what to do', async () => {
  const lost = await add('lost.txt', 'abc');
  rmSync(await placeOfLast());
  const answer = await ask({ accept: 'text/html', 'sec-fetch-mode': 'navigate' }, 'GET', lost);
  expect([answer.status, answer.headers.get('etag')]).toEqual([410, null]);
  expect(await answer.text()).toContain('The content of this file is lost.');
});

/** The stored files that this process has open. */
function openFiles(): string[] {
  return readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${descriptor}`);
      return target.startsWith(papers.filesFolder) ? [target] : [];
    } catch {
      return [];
    }
  });
}

test('a download that is read too slowly is cut off, and its file is closed', async () => {
  const large = await add('large.bin', randomBytes(4 * 1024 * 1024));
  const { server } = papers.server.quad.app;
  const served: Socket[] = [];
  const keep = (socket: Socket) => void served.push(socket);
  server.on('connection', keep);
  const readers = await Promise.all(Array.from({ length: 3 }, () => openWire(origin)));
  const request = `GET ${large} HTTP/1.1\r\nHost: localhost\r\nCookie: ${papers.cookie()}\r\n\r\n`;
  for (const wire of readers) {
    wire.socket.pause();
    // More than the buffers of the system hold, so that it waits for its reader, and fewer than ten downloads in total.
    wire.write(request.repeat(3));
  }
  const open = () => served.filter(({ destroyed }) => !destroyed).length;
  await expect.poll(() => served.length).toBe(3);
  server.off('connection', keep);
  await expect.poll(open, { timeout: 10_000 }).toBe(0);
  for (const { socket } of readers) socket.destroy();
  // Soon, since the garbage collector would close them eventually.
  await expect.poll(openFiles, { timeout: 1_000 }).toEqual([]);
});
