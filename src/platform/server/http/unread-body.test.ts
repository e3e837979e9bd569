import { expect, test } from 'vitest';
import { sampleTool } from '../testing/sample-tool.ts';
import { startTestServer } from '../testing/test-server.ts';
import { openWire } from './testing/wire.ts';

test.each([
  ['an unknown address', 'POST /api/nothing', '404'],
  ['a method that the address does not accept', 'PUT /api/notes', '405'],
  ['a write to an unknown page', 'POST /nothing', '404'],
])('%s is refused before its body arrives', async (_what, line, status) => {
  const other = await startTestServer({ tools: [sampleTool] });
  const wire = await openWire(await other.listen());
  wire.write(
    `${line} HTTP/1.1\r\nHost: localhost:3000\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n`,
  );
  expect(await wire.until('requestId')).toContain(`HTTP/1.1 ${status} `);
  wire.socket.destroy();
});

test.each([
  ['without a body', 'DELETE /api/notes/fail'],
  ['with files', 'POST /api/notes/file'],
  ['for SAML responses, where no provider sends any,', 'POST /api/auth/providers/demo/callback'],
])('a call %s accepts little JSON, which it does not read', async (_what, line) => {
  const other = await startTestServer({ tools: [sampleTool] });
  const wire = await openWire(await other.listen());
  const { cookies } = await other.signIn('it');
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
  wire.write(
    `${line} HTTP/1.1\r\nHost: localhost:3000\r\nSec-Fetch-Site: same-origin\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`,
  );
  expect(await wire.until('requestId')).toContain('HTTP/1.1 413 ');
  wire.socket.destroy();
});

test.each([
  ['with its length', 'Content-Length: 3000000', 'x'.repeat(3_000_000)],
  ['in chunks', 'Transfer-Encoding: chunked', `2dc6c0\r\n${'x'.repeat(3_000_000)}\r\n0\r\n\r\n`],
])('too much JSON, sent %s, gets a 413 that can be read, and the connection goes on', async (_how, header, body) => {
  const other = await startTestServer({ tools: [sampleTool] });
  const wire = await openWire(await other.listen());
  const { cookies } = await other.signIn('it');
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
  const request = (line: string, headers = '') =>
    `${line} HTTP/1.1\r\nHost: localhost:3000\r\nSec-Fetch-Site: same-origin\r\nCookie: ${cookie}\r\n${headers}\r\n`;
  wire.write(request('POST /api/notes', `Content-Type: application/json\r\n${header}\r\n`));
  wire.write(body);
  expect(await wire.until('requestId')).toContain('HTTP/1.1 413 ');
  wire.write(request('GET /api/notes'));
  expect(await wire.until('"Method not allowed"')).toContain('HTTP/1.1 405 ');
  expect(wire.reset).toBe(false);
  wire.socket.destroy();
});
