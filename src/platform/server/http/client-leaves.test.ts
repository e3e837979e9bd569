import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineCall, downloadReply, formBody, jsonBody, jsonReply, uploadBody } from '../../contract/call.ts';
import { defineTool } from '../../contract/tool.ts';
import { startTestServer } from '../testing/test-server.ts';
import { defineServerTool } from '../tool/server-tool.ts';
import { route } from './context.ts';
import { openWire } from './testing/wire.ts';

const access = 'public';
const reply = jsonReply(z.object({}));
const shape = z.object({ title: z.string().optional() });
const posted = { summary: 'Is sent something', method: 'POST', access, reply } as const;
const download = {
  summary: 'Sends much',
  method: 'GET',
  access,
  reply: downloadReply('text/plain'),
} as const;
const calls = {
  json: defineCall({ ...posted, name: 'json', path: '/api/json', body: jsonBody(shape) }),
  form: defineCall({ ...posted, name: 'form', path: '/api/form', body: formBody(shape) }),
  upload: defineCall({
    ...posted,
    name: 'upload',
    path: '/api/upload',
    body: uploadBody(shape, { file: { handling: 'parsed', maxBytes: 1e6, maxFiles: 1, required: true } }),
  }),
  slow: defineCall({
    name: 'slow',
    summary: 'Takes its time',
    method: 'GET',
    path: '/api/slow',
    access,
    reply,
  }),
  endless: defineCall({ ...download, name: 'endless', path: '/api/endless' }),
  broken: defineCall({ ...download, name: 'broken', path: '/api/broken' }),
};

let finishSlow: () => void = () => undefined;
async function* endless() {
  for (;;) yield Buffer.alloc(100_000);
}
async function* broken() {
  yield Buffer.alloc(100_000);
  throw new Error('the disk is gone');
}
const tool = defineServerTool({
  tool: defineTool({ id: 'leaving', title: 'Leaving', permissions: {}, screens: {}, tiles: [] }),
  calls,
  start: async () => ({
    routes: [
      route(calls.json, async () => ({})),
      route(calls.form, async () => ({})),
      route(calls.upload, async () => ({})),
      route(calls.slow, async () => {
        await new Promise<void>((resolve) => {
          finishSlow = resolve;
        });
        return {};
      }),
      route(calls.endless, async () => ({
        fileName: 'a',
        body: Readable.from(endless(), { objectMode: false }),
      })),
      route(calls.broken, async () => ({
        fileName: 'a',
        body: Readable.from(broken(), { objectMode: false }),
      })),
    ],
  }),
});

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
const post = (path: string, type: string, begun: string) =>
  [
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\n`,
    `Content-Type: ${type}\r\nContent-Length: 9000\r\n\r\n${begun}`,
  ].join('');
const multipart = 'multipart/form-data; boundary=x';

test('a client that goes away leaves no error and no warning in the log', async () => {
  const logLines: Record<string, unknown>[] = [];
  const server = await startTestServer({ tools: [tool], logLines });
  const address = await server.listen();
  const connections = () =>
    new Promise((resolve) => void server.quad.app.server.getConnections((_error, count) => resolve(count)));
  for (const begun of [
    post('/api/json', 'application/json', '{"title":"'),
    post('/api/form', 'application/x-www-form-urlencoded', 'title='),
    post(
      '/api/upload',
      multipart,
      '--x\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\na,b',
    ),
    post('/api/upload', multipart, '--x\r\ncontent-dis'),
    get('/api/slow'),
    get('/api/endless'),
    'GET /api/slow HT',
  ]) {
    const [wire, other] = await Promise.all([openWire(address), openWire(address)]);
    wire.write(begun);
    if (begun.includes('endless')) await wire.until('200 OK');
    // What came before this request has been read once its response is there.
    other.write(get('/health/live'));
    await other.until('live');
    wire.socket.resetAndDestroy();
    other.socket.destroy();
    await expect.poll(connections).toBe(0);
    finishSlow();
  }
  await expect.poll(() => logLines.filter(({ msg }) => msg === 'the client left').length).toBe(4);
  expect(logLines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
});

test('a response that breaks off through our fault is an error in the log', async () => {
  const logLines: Record<string, unknown>[] = [];
  const server = await startTestServer({ tools: [tool], logLines });
  const wire = await openWire(await server.listen());
  wire.write(get('/api/broken'));
  await wire.end();
  expect(logLines.filter(({ level }) => level === 'error')).toMatchObject([
    { msg: 'A response was cut off.' },
  ]);
});
