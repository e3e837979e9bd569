import { request as send } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { watchConnections } from './connections.ts';
import { addEarlyRedirect } from './early-redirect.ts';
import { securityHeaders } from './headers.ts';
import { connectionLimits } from './limits.ts';
import { type EarlyAnswer, serverFactory } from './server-factory.ts';
import { openWire } from './testing/wire.ts';

const publicUrl = 'https://quad.college.edu';

async function startApp() {
  const earlyAnswers: EarlyAnswer[] = [];
  const app = Fastify({ serverFactory: serverFactory(connectionLimits, earlyAnswers) });
  app.route({ method: ['GET', 'HEAD', 'POST'], url: '/go/:name', handler: async () => 'the route' });
  const metrics = new Registry();
  const asked: string[] = [];
  const locate = (name: string, method: string) => {
    asked.push(`${method} ${name}`);
    return name === 'known' ? 'https://example.com/' : undefined;
  };
  const connections = watchConnections(app.server);
  addEarlyRedirect({ earlyAnswers }, { call: { path: '/go/:name' }, locate }, { publicUrl, metrics });
  await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  return { app, metrics, asked, connections };
}

interface Answer {
  status: number | undefined;
  headers: Record<string, unknown>;
  text: string;
}

function ask(
  app: FastifyInstance,
  path: string,
  options: { method?: string; headers?: Record<string, string> } = {},
) {
  const address = app.server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const headers = { host: 'quad.college.edu', ...options.headers };
  return new Promise<Answer>((resolve, reject) => {
    send({ host: '127.0.0.1', port, path, method: options.method ?? 'GET', headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part) => {
        text += part;
      });
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, text }));
    })
      .on('error', reject)
      .end();
  });
}

test.each(['GET', 'HEAD'])(
  'a known name is redirected for %s with every security header and no content',
  async (method) => {
    const { app } = await startApp();
    const { status, headers, text } = await ask(app, '/go/known', { method });
    expect([status, headers.location, text]).toEqual([302, 'https://example.com/', '']);
    expect(headers).toMatchObject(securityHeaders(publicUrl));
    expect(headers['content-length']).toBe('0');
  },
);

test('a query does not hide the name', async () => {
  const { app, asked } = await startApp();
  expect((await ask(app, '/go/known?from=flyer&x=/go/')).status).toBe(302);
  expect(asked).toEqual(['GET known']);
});

test.each([
  ['an unknown name', '/go/unknown', {}],
  ['another path', '/go', {}],
  ['another method', '/go/known', { method: 'POST' }],
  ['another host', '/go/known', { headers: { host: 'evil.example' } }],
  ['a prefetch', '/go/known', { headers: { 'X-Moz': 'prefetch' } }],
  [
    'too many headers',
    '/go/known',
    { headers: Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`x-${n}`, 'y'])) },
  ],
])('%s is left to the routes', async (_what, path, options) => {
  const { app } = await startApp();
  expect((await ask(app, path, options)).headers.location).toBeUndefined();
});

test('two hosts are left to the routes, whichever comes first', async () => {
  const { app, asked } = await startApp();
  for (const hosts of [
    ['quad.college.edu', 'evil.example'],
    ['evil.example', 'quad.college.edu'],
  ]) {
    const address = app.server.address();
    const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1');
    const lines = hosts.map((host) => `Host: ${host}\r\n`).join('');
    socket.write(`GET /go/known HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`);
    let answer = '';
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  }
  expect(asked).toEqual([]);
});

test('a stopping server says so in its response, and closes the connection', async () => {
  const { app, connections } = await startApp();
  const { port } = app.server.address() as AddressInfo;
  const wire = await openWire(`http://127.0.0.1:${port}`);
  const request = 'GET /go/known HTTP/1.1\r\nHost: quad.college.edu\r\n\r\n';
  wire.write(request);
  expect(await wire.until('\r\n\r\n')).not.toMatch(/connection: close/i);
  const drained = connections.drain({ drainIdle: 60_000, drainBusy: 60_000 });
  wire.write(request);
  expect((await wire.end()).split('HTTP/1.1 ').at(-1)).toMatch(/connection: close/i);
  await drained;
}, 30_000);

test('the responses are counted in the metrics', async () => {
  const { app, metrics } = await startApp();
  for (let answer = 0; answer < 3; answer += 1) await ask(app, '/go/known');
  await ask(app, '/go/unknown');
  const line = 'quad_quiet_answers_total{route="/go/:name",status="302"}';
  expect(await metrics.metrics()).toContain(`${line} 3\n`);
  await ask(app, '/go/known');
  expect(await metrics.metrics()).toContain(`${line} 4\n`);
});
