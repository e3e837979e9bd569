/// <reference types="node" />
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import {
  defineCall,
  downloadReply,
  emptyReply,
  formBody,
  jsonBody,
  jsonReply,
  textReply,
  uploadBody,
} from '../../contract/call.ts';
import { call, fileNameOf } from './call.ts';
import { longestWait } from './longest-wait.ts';
import { setPageOwner } from './page-owner.ts';
import { onSessionChanged } from './session-changed.ts';

const id = z.object({ id: z.string() });
const base = { summary: '', access: 'public', path: '/api/things/:id', params: id } as const;
const read = defineCall({
  ...base,
  name: 'read',
  method: 'GET',
  query: z.object({ search: z.string().optional(), tags: z.array(z.string()).optional() }),
  reply: jsonReply(z.object({ data: z.string() })),
});
const change = defineCall({
  ...base,
  name: 'change',
  method: 'PUT',
  body: jsonBody(z.object({ title: z.string() })),
  reply: jsonReply(z.object({ data: z.string() })),
});
const remove = defineCall({ ...base, name: 'remove', method: 'DELETE', reply: emptyReply });
const say = defineCall({ ...base, name: 'say', method: 'GET', reply: textReply() });
const fetchFile = defineCall({ ...base, name: 'fetchFile', method: 'GET', reply: downloadReply('text/csv') });
const sendForm = defineCall({
  ...base,
  name: 'sendForm',
  method: 'POST',
  body: formBody(z.object({ email: z.string(), note: z.string().optional() })),
  reply: emptyReply,
});
const upload = defineCall({
  ...base,
  name: 'upload',
  method: 'POST',
  body: uploadBody(z.object({ kind: z.string() }), {
    file: { handling: 'parsed', maxBytes: 9, maxFiles: 1, required: true },
  }),
  reply: emptyReply,
});
const params = { id: 'a b/c' };

let respond: (request: IncomingMessage & { text: string }, response: ServerResponse) => void;
const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  respond(Object.assign(request, { text: Buffer.concat(chunks).toString() }), response);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  // In a page, addresses are relative to it; Node has no page.
  const plainFetch = globalThis.fetch;
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => plainFetch(origin + path, init));
});
afterEach(() => vi.useRealTimers());
afterAll(() => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  server.close();
});

function answers(status: number, type: string | null, text: string, headers: Record<string, string> = {}) {
  respond = (_request, response) =>
    response.writeHead(status, { ...(type ? { 'content-type': type } : {}), ...headers }).end(text);
}

/** Responds with what arrived. */
function echoes() {
  respond = (request, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        url: request.url,
        method: request.method,
        headers: request.headers,
        text: request.text,
      }),
    );
}

type Echo = { url: string; method: string; headers: Record<string, string>; text: string };

describe('a request', () => {
  test('has its parameters and query in the address, without empty ones', async () => {
    echoes();
    const request = { params, query: { search: 'ü & 1', tags: ['x', 'y'] } };
    const sent = (await call(read, request)) as unknown as Echo;
    expect(sent.url).toBe('/api/things/a%20b%2Fc?search=%C3%BC+%26+1&tags=x&tags=y');
    const bare = (await call(read, { params, query: { search: '' } })) as unknown as Echo;
    expect(bare.url).toBe('/api/things/a%20b%2Fc');
  });

  test('carries JSON and its Idempotency-Key', async () => {
    echoes();
    const request = { params, body: { title: 'Été' }, idempotencyKey: 'key-1' };
    const sent = (await call(change, request)) as unknown as Echo;
    expect(sent).toMatchObject({ method: 'PUT', text: '{"title":"Été"}' });
    expect(sent.headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': 'key-1' });
  });

  test('names the person the page is drawn for, unless it is sent for someone else or for no one', async () => {
    echoes();
    const namedIn = async (person?: string | null) =>
      ((await call(read, { params, person })) as unknown as Echo).headers['quad-person'];
    expect(await namedIn()).toBeUndefined();
    setPageOwner('person-1');
    onTestFinished(() => setPageOwner(null));
    expect(await namedIn()).toBe('person-1');
    expect(await namedIn('person-2')).toBe('person-2');
    expect(await namedIn(null)).toBeUndefined();
  });

  test('takes over what the page has requested already in the manner of a preload, once', async () => {
    echoes();
    let isTaken = false;
    const link = { setAttribute: () => (isTaken = true) };
    const querySelector = (selector: string) =>
      selector.includes('[href="/api/things/a%20b%2Fc"]') && !isTaken ? link : null;
    vi.stubGlobal('document', { querySelector });
    onTestFinished(() => void Reflect.deleteProperty(globalThis, 'document'));
    const modeOf = async (query: { search?: string }) =>
      ((await call(read, { params, query })) as unknown as Echo).headers['sec-fetch-mode'];
    expect(await modeOf({ search: 'another' })).toBe('cors');
    expect(await modeOf({})).toBe('no-cors');
    expect(await modeOf({})).toBe('cors');
  });

  test('of a form is urlencoded, without fields that have no value', async () => {
    let type: string | undefined;
    let text = '';
    respond = (request, response) => {
      type = request.headers['content-type'];
      text = request.text;
      response.writeHead(204).end();
    };
    await call(sendForm, { params, body: { email: 'a@b.example', note: undefined } });
    expect(type).toMatch(/^application\/x-www-form-urlencoded/);
    expect(text).toBe('email=a%40b.example');
  });

  test('of an upload puts the texts before the files', async () => {
    let text = '';
    respond = (request, response) => {
      text = request.text;
      response.writeHead(204).end();
    };
    await call(upload, {
      params,
      body: { kind: 'links' },
      files: { file: [new File(['a,b'], 'links.csv')] },
    });
    expect(text.indexOf('name="kind"')).toBeGreaterThan(0);
    expect(text.indexOf('filename="links.csv"')).toBeGreaterThan(text.indexOf('name="kind"'));
  });
});

describe('a response', () => {
  test('of text is that text', async () => {
    answers(200, 'text/plain; charset=utf-8', 'https://example.edu/');
    await expect(call(say, { params })).resolves.toBe('https://example.edu/');
  });

  test('without content is undefined', async () => {
    answers(204, null, '');
    await expect(call(remove, { params })).resolves.toBeUndefined();
  });

  test('with a file has its bytes and its name', async () => {
    answers(200, 'text/csv', 'a,b', { 'content-disposition': 'attachment; filename="links 2026.csv"' });
    const file = await call(fetchFile, { params });
    expect(file.name).toBe('links 2026.csv');
    await expect(file.blob.text()).resolves.toBe('a,b');
  });

  test.each([
    ['attachment; filename="a.csv"', 'a.csv'],
    ['attachment; filename=a.csv', 'a.csv'],
    [`attachment; filename="x.csv"; filename*=UTF-8''%C3%BCber.csv`, 'über.csv'],
    [`attachment; filename*=UTF-8''%E0%A4%A; filename="x.csv"`, 'x.csv'],
    ['attachment; filename="a \\"b\\".csv"', 'a "b".csv'],
    ['attachment; filename="../../etc/passwd"', 'passwd'],
    ['attachment', 'download.csv'],
    ['', 'download.csv'],
  ])('with the disposition %j is saved as %j', (disposition, name) => {
    expect(fileNameOf(new Headers({ 'content-disposition': disposition }))).toBe(name);
  });
});

describe('a failure', () => {
  const failure = () =>
    call(read, { params }).then(
      () => null,
      (error: unknown) => error,
    );

  test('from the server keeps its sentence', async () => {
    answers(409, 'application/problem+json', '{"detail":"Taken.","reason":"name-taken","fields":{"a":"b"}}');
    expect(await failure()).toMatchObject({
      status: 409,
      detail: 'Taken.',
      reason: 'name-taken',
      fields: { a: 'b' },
    });
  });

  test.each([
    ['500 with HTML', 500, 'text/html', '<h1>Oops</h1>', 'foreign'],
    ['200 with HTML', 200, 'text/html', '<h1>Wi-Fi sign-in</h1>', 'foreign'],
    ['200 with broken JSON', 200, 'application/json', '{"data":', 'foreign'],
    ['200 with text', 200, 'text/plain', 'ok', 'foreign'],
    ['200 with nothing', 200, 'application/json', '', 'empty'],
    ['204 where an answer belongs', 204, null, '', 'empty'],
  ])('%s gets our own sentence', async (_name, status, type, text, silence) => {
    answers(status, type, text);
    expect(await failure()).toMatchObject({ name: 'ApiError', status, silence });
  });

  test('an HTML page instead of an empty response does not count as success', async () => {
    answers(200, 'text/html', '<h1>Wi-Fi sign-in</h1>');
    await expect(call(remove, { params })).rejects.toMatchObject({ silence: 'foreign' });
  });

  test('a cut connection says that the portal could not be reached', async () => {
    respond = (_request, response) => response.destroy();
    expect(await failure()).toMatchObject({ status: 0, silence: 'unreachable' });
  });

  test('of a write whose response was lost says whether it is safe to send it again', async () => {
    respond = (_request, response) => response.destroy();
    const request = { params, body: { title: 'x' } };
    const detailOf = (error: { detail: string }) => error.detail;
    expect(await call(change, request).catch(detailOf)).toContain('Check before you send it again');
    const keyed = call(change, { ...request, idempotencyKey: 'key-1' });
    expect(await keyed.catch(detailOf)).toContain('safe to send it again');
  });

  test('of a write during which the connection was lost says that it may have gone through; one sent offline has not', async () => {
    const before = navigator;
    vi.stubGlobal('navigator', { onLine: true });
    onTestFinished(() => void vi.stubGlobal('navigator', before));
    respond = (_request, response) => {
      vi.stubGlobal('navigator', { onLine: false });
      response.destroy();
    };
    const send = () =>
      call(change, { params, body: { title: 'x' } }).catch((error: { detail: string }) => error.detail);
    expect(await send()).toMatch(/offline.*It may have gone through anyway/);
    expect(await send()).not.toContain('gone through');
  });

  test.each([
    ['502 of a proxy', 502, 'text/html', '<h1>Bad Gateway</h1>'],
    ['504 of a proxy', 504, 'text/html', '<h1>Gateway Time-out</h1>'],
    ['200 that was cut off', 200, 'application/json', '{"data":'],
    ['200 with nothing', 200, 'application/json', ''],
  ])('of a write with a %s says that it may have gone through', async (_name, status, type, text) => {
    answers(status, type, text);
    const request = { params, body: { title: 'x' } };
    await expect(call(change, request)).rejects.toMatchObject({
      status,
      detail: expect.stringMatching(/It may have gone through anyway\./),
    });
    await expect(call(change, { ...request, idempotencyKey: 'key-1' })).rejects.toMatchObject({
      detail: expect.stringMatching(/safe to send it again/),
    });
    await expect(call(read, { params })).rejects.toMatchObject({
      detail: expect.not.stringMatching(/gone through|safe to send/),
    });
  });

  test.each([
    [500, 'application/problem+json', '{"detail":"Not done."}'],
    [503, 'text/html', '<h1>No server</h1>'],
    [413, 'text/html', '<h1>Too large</h1>'],
  ])('of a write with a clear refusal (%i %s) does not', async (status, type, text) => {
    answers(status, type, text);
    await expect(call(change, { params, body: { title: 'x' } })).rejects.toMatchObject({
      detail: expect.not.stringMatching(/gone through|safe to send/),
    });
  });

  test('no response in time says so', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const arrived = new Promise<void>((resolve) => {
      respond = () => resolve();
    });
    const pending = failure();
    await arrived;
    vi.advanceTimersByTime(longestWait.call);
    expect(await pending).toMatchObject({ status: 0, silence: 'timeout' });
  });

  test('a response that starts but never ends hits the same limit', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const arrived = new Promise<void>((resolve) => {
      respond = (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":');
        resolve();
      };
    });
    const pending = failure();
    await arrived;
    vi.advanceTimersByTime(longestWait.call);
    expect(await pending).toMatchObject({ silence: 'timeout' });
  });

  test('of a call that the screen itself aborted is not shown', async () => {
    respond = () => undefined;
    const screen = new AbortController();
    const pending = call(read, { params, signal: screen.signal });
    screen.abort();
    await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('with 401, for another person, or of a page notifies the session, any other does not', async () => {
    let notified = 0;
    const stop = onSessionChanged(() => {
      notified += 1;
    });
    answers(403, 'application/problem+json', '{"detail":"No.","reason":"not-yours"}');
    await failure();
    expect(notified).toBe(0);
    answers(401, 'application/problem+json', '{"detail":"Sign in."}');
    await failure();
    expect(notified).toBe(1);
    answers(409, 'application/problem+json', '{"detail":"Reload.","reason":"another-person"}');
    await failure();
    expect(notified).toBe(2);
    answers(403, 'application/problem+json', '{"detail":"No."}');
    await failure();
    expect(notified).toBe(3);
    stop();
  });
});
