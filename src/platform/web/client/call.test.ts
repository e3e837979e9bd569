import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { call, fileNameOf } from './call.ts';
import { setPageOwner } from './page-owner.ts';
import {
  change,
  type Echo,
  fetchFile,
  params,
  read,
  remove,
  say,
  sendForm,
  serveThings,
  upload,
} from './testing/things.ts';

const { answers, echoes, responds } = serveThings();

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

  test('uses what the page has already requested as a preload, once', async () => {
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
    responds((request, response) => {
      type = request.headers['content-type'];
      text = request.text;
      response.writeHead(204).end();
    });
    await call(sendForm, { params, body: { email: 'a@b.example', note: undefined } });
    expect(type).toMatch(/^application\/x-www-form-urlencoded/);
    expect(text).toBe('email=a%40b.example');
  });

  test('of an upload puts the texts before the files', async () => {
    let text = '';
    responds((request, response) => {
      text = request.text;
      response.writeHead(204).end();
    });
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
