import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { defineCall, downloadReply } from '../../contract/call.ts';
import { defineTool } from '../../contract/tool.ts';
import { createTestServer, startTestServer, type TestServer } from '../testing/test-server.ts';
import { defineServerTool } from '../tool/server-tool.ts';
import { route } from './context.ts';
import { mostDownloads } from './download-limit.ts';
import { connectionLimits } from './limits.ts';
import { openWire, type Wire } from './testing/wire.ts';

const megabyte = Buffer.alloc(2 ** 20, 'x');
/** Megabytes in the endless download. */
let produced = 0;

const download = defineCall({
  name: 'endless',
  summary: 'A file without an end',
  method: 'GET',
  path: '/api/endless',
  access: 'public',
  reply: downloadReply('text/plain; charset=utf-8'),
});
const tool = defineTool({ id: 'endless', title: 'Endless', permissions: {}, screens: {}, tiles: [] });
const endless = defineServerTool({
  tool,
  calls: { download },
  start: async () => ({
    routes: [
      route(download, async () => {
        async function* pieces() {
          for (;;) {
            produced += 1;
            yield megabyte;
          }
        }
        return { fileName: 'endless.txt', body: Readable.from(pieces(), { objectMode: false }) };
      }),
    ],
  }),
});

/** The real limits in the same order, but short enough for a test. */
const limits = { headers: 400, request: 800, silence: 600, keepAlive: 1_200, checkEvery: 50 };
let server: TestServer;
let address = '';
beforeAll(async () => {
  server = await createTestServer({ tools: [endless], limits });
  address = await server.listen();
});
afterAll(() => server.stop());

/** Sends a prefix at once, then one byte of the rest every hundredth of a second, until it is cut off. */
async function drip(wire: Wire, beginning: string): Promise<string> {
  wire.write(beginning);
  const timer = setInterval(() => wire.write('a'), 10);
  const answer = await wire.end();
  clearInterval(timer);
  return answer;
}

const request =
  'POST /api/auth/providers/demo/login HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\n';
const form = `${request}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 10000\r\n\r\n`;

const slow: [string, string][] = [
  ['headers', `${request}X-Slow: `],
  ['a body', form],
];

test.each(slow)('%s that come a byte at a time are cut off with 408', async (_what, begin) => {
  // On a busy machine a byte may take a while: that is not silence.
  const server = await startTestServer({ limits: { ...limits, silence: 30_000 } });
  const address = await server.listen();
  const answers = Array.from({ length: 50 }, async () => drip(await openWire(address), begin));
  for (const answer of await Promise.all(answers)) {
    expect(answer).toMatch(/^HTTP\/1.1 408 Request Timeout/);
    expect(answer).toContain('application/problem+json');
  }
});

test.each(slow)('%s that come a byte at a time keep no one else waiting', async (_what, begin) => {
  const { server, address } = await patient();
  const wires = await Promise.all(Array.from({ length: 50 }, () => openWire(address)));
  for (const wire of wires) wire.write(begin);
  await vi.waitFor(async () => expect(await connections(server)).toBe(50), { timeout: 15_000 });
  for (let asked = 0; asked < 5; asked += 1) {
    for (const wire of wires) wire.write('a');
    expect((await fetch(`${address}/health/ready`)).status).toBe(200);
  }
  expect(new Set(wires.map(({ received }) => received))).toEqual(new Set(['']));
  for (const { socket } of wires) socket.destroy();
});

test('a connection that never sends anything is closed', async () => {
  const silent = await openWire(address);
  await silent.end();
});

test('an idle connection is kept, then closed without a response', async () => {
  const wire = await openWire(address);
  wire.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const answered = await wire.until('live');
  expect(await wire.end()).toBe(answered);
});

test('hundreds of idle connections keep no one else from being served', async () => {
  const { server, address } = await patient();
  const begin = 'GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const idle = await Promise.all(
    Array.from({ length: 300 }, async () => {
      const wire = await openWire(address);
      wire.write(begin);
      await wire.until('live');
      return wire;
    }),
  );
  expect(await connections(server)).toBeGreaterThanOrEqual(300);
  expect((await fetch(`${address}/health/ready`)).status).toBe(200);
  for (const { socket } of idle) socket.destroy();
});

test('a download that no one reads fills only the buffers, then is cut off', async () => {
  produced = 0;
  const wire = await openWire(address);
  wire.write('GET /api/endless HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await wire.until('200 OK');
  wire.socket.pause();
  await vi.waitFor(async () => expect(await connections(server)).toBe(0), { timeout: 15_000 });
  // Between two processes on one machine, the system buffers some megabytes.
  expect(produced).toBeLessThan(40);
  wire.socket.destroy();
});

test('HEAD of a download gets a response without producing any of it', async () => {
  produced = 0;
  expect((await fetch(`${address}/api/endless`, { method: 'HEAD' })).status).toBe(200);
  expect((await fetch(`${address}/health/live`)).status).toBe(200);
  expect(produced).toBe(0);
});

test('one address can have only a limited number of downloads under way', async () => {
  const { address } = await patient();
  const ask = async () => {
    const wire = await openWire(address);
    wire.write('GET /api/endless HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await wire.until('\r\n\r\n');
    wire.socket.pause();
    return wire;
  };
  const statusOf = ({ received }: Wire) => received.slice(9, 12);
  const readers = await Promise.all(Array.from({ length: mostDownloads }, ask));
  expect(new Set(readers.map(statusOf))).toEqual(new Set(['200']));
  const refused = await ask();
  expect(refused.received).toMatch(/^HTTP\/1.1 429 .*retry-after/s);
  for (const { socket } of [...readers, refused]) socket.destroy();
  await vi.waitFor(async () => {
    const again = await ask();
    again.socket.destroy();
    expect(statusOf(again)).toBe('200');
  }, 15_000);
});

test('the limits of a real server are seconds to minutes, and a proxy gives up an idle connection before we do', () => {
  const { headers, request: body, silence, keepAlive, checkEvery } = connectionLimits;
  expect(headers + checkEvery).toBeLessThan(30_000);
  expect(body + checkEvery).toBeLessThan(90_000);
  expect(silence).toBeLessThan(120_000);
  // The default of nginx and of cloud load balancers is 60 seconds.
  expect(keepAlive).toBeGreaterThan(60_000);
});

/** A server with the real limits: none of them runs out while a busy machine takes its time. */
async function patient() {
  const server = await startTestServer({ tools: [endless] });
  return { server, address: await server.listen() };
}

function connections(of: TestServer): Promise<number> {
  return new Promise((resolve, reject) => {
    of.quad.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
}
