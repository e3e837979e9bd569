import { createGzip } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endless } from '../testing/endless.ts';
import { json, ScriptedHttp } from '../testing/scripted-http.ts';
import { fetchWhole } from './fetch-whole.ts';

const service = new ScriptedHttp();
const megabyte = 1024 * 1024;
let url: string;
beforeAll(async () => {
  url = await service.open();
});
afterAll(() => service.close());

const ask = (request: Partial<Parameters<typeof fetchWhole>[1]> = {}) =>
  fetchWhole(url, { most: megabyte, patience: 5_000, ...request });

test('a response comes whole, with its status and headers', async () => {
  service.answer = (response, exchange) =>
    json(422, { name: 'Zoë' })(response.setHeader('retry-after', '40'), exchange);
  const answer = await ask({ method: 'POST', body: 'a question' });
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toEqual([
    422,
    '40',
    { name: 'Zoë' },
  ]);
  expect(service.exchanges.at(-1)?.body).toBe('a question');
  service.answer = (response) => response.writeHead(204).end();
  expect(await (await ask()).text()).toBe('');
  service.answer = (response) => response.writeHead(999).end('{}');
  expect((await ask()).ok).toBe(false);
});

test('only a few megabytes of an endless response are read', async () => {
  const { sent, answer } = endless();
  service.answer = answer;
  await expect(ask()).rejects.toMatchObject({ name: 'ResponseTooLarge' });
  expect(sent.bytes).toBeLessThan(50 * megabyte);
});

test('what counts is the response once it is unpacked', async () => {
  service.answer = (response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' });
    const gzip = createGzip();
    gzip.pipe(response);
    gzip.end(Buffer.alloc(100 * megabyte));
  };
  await expect(ask()).rejects.toMatchObject({ name: 'ResponseTooLarge' });
});

test('a response that comes a byte at a time is given up on in time, and so is one that no one is waiting for', async () => {
  service.answer = (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write(' '), 10);
    response.on('close', () => clearInterval(timer));
  };
  await expect(ask({ patience: 100 })).rejects.toMatchObject({ name: 'TimeoutError' });
  const stopping = new AbortController();
  const asked = ask({ signal: stopping.signal });
  setTimeout(() => stopping.abort(new Error('stopping')), 50);
  await expect(asked).rejects.toThrow('stopping');
});

test('no redirect is followed', async () => {
  const elsewhere = new ScriptedHttp();
  const location = await elsewhere.open();
  service.answer = (response) => response.writeHead(307, { location }).end();
  await expect(ask({ headers: { authorization: 'Bearer secret' } })).rejects.toThrow('fetch failed');
  expect(elsewhere.exchanges).toEqual([]);
  await elsewhere.close();
});
