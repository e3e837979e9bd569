import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { defineCall, jsonReply } from '../../contract/call.ts';
import { defineTool } from '../../contract/tool.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import { defineServerTool } from '../tool/server-tool.ts';
import { route } from './context.ts';
import { openWire, type Wire } from './testing/wire.ts';

const megabyte = 2 ** 20;
const read = {
  method: 'GET',
  access: 'signed-in',
  reply: jsonReply(z.object({ data: z.string() })),
} as const;
const calls = {
  long: defineCall({ ...read, name: 'long', summary: 'A long list', path: '/api/long' }),
  short: defineCall({ ...read, name: 'short', summary: 'A short one', path: '/api/short' }),
};
const tool = defineServerTool({
  tool: defineTool({ id: 'lists', title: 'Lists', permissions: {}, screens: {}, tiles: [] }),
  calls,
  start: async () => ({
    routes: [
      // Between two ends of one machine, the system buffers some megabytes.
      route(calls.long, async () => ({ data: 'x'.repeat(12 * megabyte) })),
      route(calls.short, async () => ({ data: 'x' })),
    ],
  }),
});

let server: TestServer;
let address = '';
beforeAll(async () => {
  server = await createTestServer({ tools: [tool], limits: { unread: 20 * megabyte } });
  address = await server.listen();
});
afterAll(() => server.stop());

async function unread(cookie: string, requests: number): Promise<Wire> {
  const wire = await openWire(address);
  const lines = ['GET /api/long HTTP/1.1', 'Host: localhost', `Cookie: ${cookie}`, '', ''];
  wire.write(lines.join('\r\n').repeat(requests));
  await wire.until('200 OK');
  wire.socket.pause();
  return wire;
}

test.each([
  ['on connections of their own', [1, 1]],
  ['on one connection', [2]],
])('who does not read long responses %s gets no others until they are given up', async (_where, counts) => {
  const [student, other] = [await server.signIn('student'), await server.signIn('staff')];
  const cookie = [...student.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const statusOf = async () => (await student.send(calls.short)).status;
  const wires = await Promise.all(counts.map((count) => unread(cookie, count)));
  await expect.poll(statusOf).toBe(429);
  const refused = await student.send(calls.long);
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '10']);
  expect((await other.send(calls.long)).status).toBe(200);
  for (const { socket } of wires) socket.destroy();
  await expect.poll(statusOf).toBe(200);
  // Those that were read don't count.
  for (let time = 0; time < 3; time += 1) expect((await student.send(calls.long)).status).toBe(200);
});
