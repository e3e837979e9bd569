import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { defineCall, downloadReply } from '../../contract/call.ts';
import { defineTool } from '../../contract/tool.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import { defineServerTool } from '../tool/server-tool.ts';
import { route } from './context.ts';

const download = defineCall({
  name: 'download',
  summary: 'A file under any name',
  method: 'GET',
  path: '/api/download',
  access: 'public',
  reply: downloadReply('text/csv; charset=utf-8'),
});

const image = defineCall({
  name: 'image',
  summary: 'An image of a page',
  method: 'GET',
  path: '/api/image',
  access: 'public',
  reply: downloadReply('image/png'),
});

let fileName = '';
let bodyOf = (): string | Readable => 'a,b\r\n';
const files = defineServerTool({
  tool: defineTool({ id: 'files', title: 'Files', permissions: {}, screens: {}, tiles: [] }),
  calls: { download, image },
  start: async () => ({
    routes: [
      route(download, async () => ({ fileName, body: bodyOf() })),
      route(image, async () => {
        await delay(20);
        return { fileName: 'image.png', inline: true, body: Buffer.from('image') };
      }),
    ],
  }),
});

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ tools: [files] });
});
afterAll(() => server.stop());

test.each([
  ['logs.csv', 'attachment; filename="logs.csv"'],
  ['my logs, 2026.csv', 'attachment; filename="my logs, 2026.csv"'],
  [
    'a"; filename="evil.exe',
    `attachment; filename="a_; filename=_evil.exe"; filename*=UTF-8''a%22%3B%20filename%3D%22evil.exe`,
  ],
  [
    'a\r\nSet-Cookie: evil=1',
    `attachment; filename="a__Set-Cookie: evil=1"; filename*=UTF-8''a%0D%0ASet-Cookie%3A%20evil%3D1`,
  ],
  ['../../etc/passwd', `attachment; filename=".._.._etc_passwd"; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd`],
  ['..\\..\\evil.bat', `attachment; filename=".._.._evil.bat"; filename*=UTF-8''..%5C..%5Cevil.bat`],
  ['Prüfung.csv', `attachment; filename="Pr_fung.csv"; filename*=UTF-8''Pr%C3%BCfung.csv`],
  ['\u202egpj.exe', `attachment; filename="_gpj.exe"; filename*=UTF-8''%E2%80%AEgpj.exe`],
  ['100%41.csv', `attachment; filename="100_41.csv"; filename*=UTF-8''100%2541.csv`],
  ["it's (1)*.csv", `attachment; filename="it's (1)*.csv"`],
  ['a\0b\ud800.csv', `attachment; filename="a_b_.csv"; filename*=UTF-8''a%00b%EF%BF%BD.csv`],
  ['\u{1f469}\u200d.csv', `attachment; filename="___.csv"; filename*=UTF-8''%F0%9F%91%A9%E2%80%8D.csv`],
])('a file named %j is saved under that name, and is nothing else', async (name, expected) => {
  fileName = name;
  const { status, headers, text } = await server.visitor.send(download);
  expect([status, text]).toEqual([200, 'a,b\r\n']);
  expect(headers['content-disposition']).toBe(expected);
  expect(headers['set-cookie']).toBeUndefined();
});

test('a stream is read for GET, and never for HEAD', async () => {
  let reads = 0;
  async function* lines() {
    reads += 1;
    yield 'c,d\r\n';
  }
  const before = bodyOf;
  onTestFinished(() => {
    bodyOf = before;
  });
  bodyOf = () => Readable.from(lines(), { objectMode: false });
  fileName = 'logs.csv';
  const head = await server.visitor.fetch('HEAD', download.path);
  expect([head.status, head.text, reads]).toEqual([200, '', 0]);
  expect(head.headers['content-disposition']).toBe('attachment; filename="logs.csv"');
  expect((await server.visitor.send(download)).text).toBe('c,d\r\n');
  expect(reads).toBe(1);
});

test('a page may request a hundred images at once', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => server.visitor.send(image)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});
