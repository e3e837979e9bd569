import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import { hostRule } from './host.ts';

let server: TestServer;
let port: number;

beforeAll(async () => {
  server = await createTestServer();
  port = Number(new URL(await server.listen()).port);
});
afterAll(() => server.stop());

/** Sends exactly these lines and returns what comes back. */
async function talk(...lines: string[]): Promise<string> {
  const socket = connect(port, 'localhost');
  socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`);
  let answer = '';
  for await (const chunk of socket) answer += String(chunk);
  return answer;
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+) /.exec(answer)?.[1]);

test.each([
  ['the host of the portal', ['GET / HTTP/1.1', 'Host: localhost:3000'], 200],
  ['another name of this machine', ['GET / HTTP/1.1', 'Host: 127.0.0.1:3000'], 200],
  ['another spelling of this machine', ['GET / HTTP/1.1', 'Host: LocalHost:3000'], 200],
  ['a foreign host', ['GET / HTTP/1.1', 'Host: evil.example'], 421],
  ['our name within a foreign one', ['GET / HTTP/1.1', 'Host: localhost.evil.example'], 421],
  ['our name as the user of a foreign one', ['GET / HTTP/1.1', 'Host: localhost:3000@evil.example'], 421],
  ['an empty host', ['GET / HTTP/1.1', 'Host:'], 421],
  ['no host', ['GET / HTTP/1.1'], 400],
  ['no host, as HTTP/1.0 allows', ['GET / HTTP/1.0'], 421],
  ['two hosts, ours first', ['GET / HTTP/1.1', 'Host: localhost:3000', 'Host: evil.example'], 400],
  ['two hosts, ours last', ['GET / HTTP/1.1', 'Host: evil.example', 'Host: localhost:3000'], 400],
  ['ours twice', ['GET / HTTP/1.1', 'Host: localhost:3000', 'host: localhost:3000'], 400],
  ['a foreign target', ['GET http://evil.example/ HTTP/1.1', 'Host: localhost:3000'], 421],
  [
    'a foreign target of a call',
    ['GET https://evil.example/api/auth/account HTTP/1.1', 'Host: localhost:3000'],
    421,
  ],
  [
    'a foreign target of a health check',
    ['GET http://evil.example/health/live HTTP/1.1', 'Host: localhost:3000'],
    421,
  ],
  ['our own address as the target', ['GET http://localhost:3000/ HTTP/1.1', 'Host: localhost:3000'], 200],
  [
    'our own address as the target of a call',
    ['GET http://localhost:3000/api/auth/account HTTP/1.1', 'Host: localhost:3000'],
    401,
  ],
])('a request that names %s', async (_what, lines, status) => {
  expect(statusOf(await talk(...lines))).toBe(status);
});

test.each([
  ['https://quad.example', 'quad.example:443', true],
  ['https://quad.example', 'QUAD.example', true],
  ['https://quad.example', 'quad.example:80', false],
  ['https://quad.example', 'quad.example:', false],
  ['https://quad.example', 'quad.example:443:443', false],
  ['https://quad.example:8443', 'quad.example:8443', true],
  ['https://quad.example:8443', 'quad.example:443', false],
  ['https://quad.example:8443', 'quad.example', false],
  ['https://quad.example', '127.0.0.1', false],
])('for %s, the host %s is ours: %s', (publicUrl, host, isOurs) => {
  const look = () => hostRule(publicUrl)({ target: '/', host, rawHeaders: ['Host', host] });
  if (isOurs) expect(look).not.toThrow();
  else expect(look).toThrow('does not serve');
});

test.each([
  'X-Forwarded-Host',
  'X-Host',
  'X-Forwarded-Server',
  'Forwarded',
  'X-Original-URL',
  'X-Rewrite-URL',
])('%s changes nothing in the response', async (header) => {
  const value = header === 'Forwarded' ? 'host=evil.example;proto=https' : 'evil.example';
  for (const path of [
    '/',
    '/sign-in',
    '/api/auth/providers/demo/login?redirect=/x',
    '/nothing',
    '/api/nothing',
  ]) {
    const answer = await talk(`GET ${path} HTTP/1.1`, 'Host: localhost:3000', `${header}: ${value}`);
    expect(answer).not.toContain('evil.example');
    expect(answer).not.toMatch(/^location: (?!\/)/im);
  }
});
