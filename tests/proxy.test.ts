import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { ask } from '../harness/ask.ts';
import { hasCommand } from '../harness/machine.ts';
import { checkNginx, startNginx, whyNoNginx } from '../harness/nginx.ts';
import { endAll } from '../harness/scope.ts';
import type { Call } from '../src/platform/contract/call.ts';
import { readEnvironment } from '../src/platform/server/settings/environment.ts';
import { freePort } from '../src/platform/server/testing/free-port.ts';
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

const calls = serverTools.flatMap((tool) => Object.values<Call>(tool.calls));
/** Whose files are parsed and never stored. */
const parsing = calls.filter(
  ({ body }) =>
    body?.kind === 'upload' && Object.values(body.files).some(({ handling }) => handling === 'parsed'),
);

test('nginx.conf allows the largest upload, and hardly more', () => {
  const sizes = calls.map(({ body }) => {
    if (body === undefined) return 0;
    if (body.kind !== 'upload') return body.maxBytes;
    const each = Object.values(body.files).reduce((sum, file) => sum + file.maxBytes * file.maxFiles, 0);
    return Math.min(each, body.maxBytes ?? each);
  });
  const largest = Math.ceil(Math.max(...sizes) / megabyte);
  expect(largest).toBeGreaterThan(1);
  expect(site).toContain(`client_max_body_size ${largest + 1}m;`);
});

test('nginx.conf passes on what Quad never stores as it arrives, and nothing else', () => {
  const [, pattern = ''] = /location ~ (\S+) \{\s+proxy_request_buffering off;/.exec(site) ?? [];
  const passed = calls.filter(({ path, body }) => body?.kind === 'upload' && new RegExp(pattern).test(path));
  expect(passed.length).toBeGreaterThan(3);
  expect(passed).toEqual(parsing);
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

withNginx(
  `nginx passes on the host with its port, that of the request line if it has one${skipped}`,
  async () => {
    const port = await freePort();
    const upstream = createServer(({ headers }, response) => response.end(`for ${headers.host}.`));
    upstream.listen(port, '127.0.0.1');
    onTestFinished(() => void upstream.close());
    const nginx = await startNginx([port]);
    const said = async (...lines: string[]) => {
      const socket = connect(nginx.port, '127.0.0.1');
      socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`);
      const answer = await text(socket);
      return /for (.*)\./.exec(answer)?.[1] ?? answer.split('\r\n')[0];
    };
    const get = (host: string) => said('GET / HTTP/1.1', `Host: ${host}`);
    expect(await get('quad.college.edu')).toBe('quad.college.edu');
    expect(await get('quad.college.edu:8443')).toBe('quad.college.edu:8443');
    expect(await get('evil.example:8443')).toBe('evil.example:8443');
    expect(await said('GET http://evil.example/ HTTP/1.1', 'Host: quad.college.edu:8443')).toBe(
      'evil.example:8443',
    );
    // Of load balancers that look whether it is alive.
    expect(await said('GET / HTTP/1.0')).toBe('localhost');
  },
);

withNginx(`nginx passes on what a sign-in that ends at a long address sets${skipped}`, async () => {
  const port = await freePort();
  const upstream = createServer((_request, response) =>
    response.writeHead(302, { location: 'x'.repeat(3_000), 'set-cookie': 'x'.repeat(4_000) }).end(),
  ).listen(port, '127.0.0.1');
  onTestFinished(() => void upstream.close());
  const nginx = await startNginx([port]);
  expect((await ask(nginx.url)).status).toBe(302);
});

withNginx(`nginx writes no file that Quad never stores to a disk${skipped}`, async () => {
  const port = await freePort();
  const upstream = createServer((request, response) => {
    request.resume().on('end', () => response.end('here'));
  }).listen(port, '127.0.0.1');
  onTestFinished(() => void upstream.close());
  const nginx = await startNginx([port]);
  const send = async (address: string) => {
    const sent = await fetch(nginx.url + address, { method: 'POST', body: new Uint8Array(megabyte) });
    expect(await sent.text()).toBe('here');
  };
  const written = /buffered to a temporary file/;
  for (const { path } of parsing) await send(path);
  expect(await nginx.errorLog()).not.toMatch(written);
  // One that Quad does store shows that nginx says so.
  await send('/api/files/upload');
  await vi.waitFor(async () => expect(await nginx.errorLog()).toMatch(written));
});

withNginx(`during an upgrade, scripts come from the instance that has them${skipped}`, async () => {
  const ports = await Promise.all([freePort(), freePort()]);
  ports.forEach((port, index) => {
    const answer = (url = '') => (url.includes(`/assets/${index}.js`) ? 200 : 404);
    const server = createServer(({ url }, response) => response.writeHead(answer(url)).end());
    server.listen(port, '127.0.0.1');
    onTestFinished(() => void server.close());
  });
  const nginx = await startNginx(ports);
  const statuses = async (path: string) => {
    const answers = Array.from({ length: 4 }, () => ask(nginx.url + path));
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  expect(await statuses('/assets/0.js')).toEqual([200, 200, 200, 200]);
  expect(await statuses('/assets/1.js')).toEqual([200, 200, 200, 200]);
  expect(await statuses('/assets/2.js')).toEqual([404, 404, 404, 404]);
});
