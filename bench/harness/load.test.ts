import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { load, requestOf } from './load.ts';

const long = 'x'.repeat(200_000);
const server = createServer((request, response) => {
  response.setHeader('connection', 'keep-alive');
  if (request.url === '/wrong') return void response.writeHead(503).end();
  // In two pieces, and longer than what the system delivers at once.
  const body = request.url === '/long' ? long : 'short';
  response.writeHead(200, { 'content-length': body.length });
  response.write(body.slice(0, 3));
  setImmediate(() => response.end(body.slice(3)));
});
let port = 0;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

test.each([
  ['/short', 'short'],
  ['/long', long],
])('responses that come in pieces are read whole: %s', async (path, body) => {
  const shot = {
    bytes: requestOf('GET', path, port),
    isRight: (head: string, found: string) => head.startsWith('HTTP/1.1 200 ') && found === body,
  };
  // A busy machine may take longer for the first responses.
  let seconds = 0.1;
  let result = await load(() => shot, { port, seconds, connections: 3 });
  while (result.answers <= 3) {
    seconds *= 2;
    result = await load(() => shot, { port, seconds, connections: 3 });
  }
  expect(result.firstWrong).toBeNull();
  expect(result.wrong).toBe(0);
  // Responses that arrive after the end are checked too, but not counted in the rate.
  expect(result.perSecond * seconds).toBeCloseTo(result.answers - 3);
});

test('a wrong response is counted, and the first one is kept', async () => {
  const shot = {
    bytes: requestOf('GET', '/wrong', port),
    isRight: (head: string) => head.startsWith('HTTP/1.1 200 '),
  };
  const { answers, wrong, firstWrong } = await load(() => shot, { port, seconds: 0.05, connections: 2 });
  expect(wrong).toBe(answers);
  expect(firstWrong).toMatch(/^GET \/wrong HTTP\/1\.1: HTTP\/1\.1 503 /);
});
