import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { ask } from '../harness/ask.ts';
import { hasCommand } from '../harness/machine.ts';
import { checkNginx, startNginx, whyNoNginx } from '../harness/nginx.ts';
import { freePort } from '../harness/program.ts';
import { endAll } from '../harness/scope.ts';
import { readEnvironment } from '../src/platform/server/settings/environment.ts';
import { serverTools } from '../src/tools/server.ts';

const root = path.resolve(import.meta.dirname, '..');
const site = readFileSync(path.join(root, 'docs/proxy/nginx.conf'), 'utf8');
const megabyte = 1024 * 1024;

afterAll(endAll);

test('nginx.conf passes on to the port that the service listens on', () => {
  const servers = Array.from(site.matchAll(/^ {2}server (\S+) /gm), ([, address]) => address);
  const { host, port } = readEnvironment({}, root);
  expect(servers).toEqual([`${host}:${port}`]);
});

const bodies = serverTools.flatMap(({ calls }) =>
  Object.values(calls).flatMap(({ body }) => (body === undefined ? [] : [body])),
);

test('nginx.conf allows the largest upload, and hardly more', () => {
  const sizes = bodies.map((body) => {
    if (body.kind !== 'upload') return body.maxBytes;
    const each = Object.values(body.files).reduce((sum, file) => sum + file.maxBytes * file.maxFiles, 0);
    return Math.min(each, body.maxBytes ?? each);
  });
  const largest = Math.ceil(Math.max(...sizes) / megabyte);
  expect(largest).toBeGreaterThan(1);
  expect(site).toContain(`client_max_body_size ${largest + 1}m;`);
});

/** Of files that are parsed and never stored. */
const largestParsed = Math.max(
  ...bodies
    .flatMap((body) => (body.kind === 'upload' ? Object.values(body.files) : []))
    .map(({ handling, maxBytes, maxFiles }) => (handling === 'parsed' ? maxBytes * maxFiles : 0)),
);

test('nginx.conf keeps what Quad never stores in memory, with the form around it', () => {
  expect(largestParsed).toBeGreaterThan(megabyte);
  expect(site).toContain(`client_body_buffer_size ${Math.ceil(largestParsed / megabyte) + 1}m;`);
});

const reason = whyNoNginx() ?? (hasCommand('openssl') ? null : 'there is no openssl');
const withNginx = test.skipIf(reason !== null);
const skipped = reason === null ? '' : ` (skipped: ${reason})`;

withNginx(`nginx takes nginx.conf, certificate included, without a warning${skipped}`, async () => {
  const said = await checkNginx();
  expect(said).toContain('test is successful');
  expect(said).not.toMatch(/\[(warn|emerg|alert)\]/);
});

withNginx(`the access log of nginx has no query${skipped}`, async () => {
  const port = await freePort();
  const upstream = createServer((_request, response) => response.end('here')).listen(port, '127.0.0.1');
  onTestFinished(() => void upstream.close());
  const nginx = await startNginx([port]);
  expect((await ask(`${nginx.url}/api/people?search=ida`)).body).toBe('here');
  await vi.waitFor(async () => expect(await nginx.accessLog()).toMatch(/"GET \/api\/people" 200 /));
  expect(await nginx.accessLog()).not.toContain('ida');
});

withNginx(`nginx writes no file that Quad never stores to a disk${skipped}`, async () => {
  const port = await freePort();
  const upstream = createServer((request, response) => {
    request.resume().on('end', () => response.end('here'));
  }).listen(port, '127.0.0.1');
  onTestFinished(() => void upstream.close());
  const nginx = await startNginx([port]);
  const send = async (bytes: number) => {
    const sent = await fetch(`${nginx.url}/api/grades`, { method: 'POST', body: new Uint8Array(bytes) });
    expect(await sent.text()).toBe('here');
  };
  const written = /buffered to a temporary file/;
  await send(largestParsed);
  expect(await nginx.errorLog()).not.toMatch(written);
  // One that has no place in memory shows that nginx says so.
  await send(2 * largestParsed);
  await vi.waitFor(async () => expect(await nginx.errorLog()).toMatch(written));
});
