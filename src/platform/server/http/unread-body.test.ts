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

/** A connection, and the head of a request that someone who is signed in sends on it. */
async function openSignedIn() {
  const other = await startTestServer({ tools: [sampleTool] });
  const wire = await openWire(await other.listen());
  const { cookies } = await other.signIn('it');
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
  const headOf = (line: string, ...headers: string[]) =>
    [
      `${line} HTTP/1.1`,
      'Host: localhost:3000',
      'Sec-Fetch-Site: same-origin',
      `Cookie: ${cookie}`,
      ...headers,
      '\r\n',
    ].join('\r\n');
  return { wire, headOf };
}

test.each([
  ['without a body', 'DELETE /api/notes/fail'],
  ['with files', 'POST /api/notes/file'],
  ['for SAML responses, where no provider sends any,', 'POST /api/auth/providers/demo/callback'],
])('a call %s accepts little JSON, which it does not read', async (_what, line) => {
  const { wire, headOf } = await openSignedIn();
  wire.write(headOf(line, 'Content-Type: application/json', 'Content-Length: 100000'));
  expect(await wire.until('requestId')).toContain('HTTP/1.1 413 ');
  wire.socket.destroy();
});

test.each([
  ['with its length', 'Content-Length: 3000000', 'x'.repeat(3_000_000)],
  ['in chunks', 'Transfer-Encoding: chunked', `2dc6c0\r\n${'x'.repeat(3_000_000)}\r\n0\r\n\r\n`],
])(
  'too much JSON, sent %s, gets a 413 that arrives, and the connection goes on',
  async (_how, header, body) => {
    const { wire, headOf } = await openSignedIn();
    wire.write(headOf('POST /api/notes', 'Content-Type: application/json', header));
    wire.write(body);
    expect(await wire.until('requestId')).toContain('HTTP/1.1 413 ');
    wire.write(headOf('GET /api/notes'));
    expect(await wire.until('"Method not allowed"')).toContain('HTTP/1.1 405 ');
    expect(wire.reset).toBe(false);
    wire.socket.destroy();
  },
);
