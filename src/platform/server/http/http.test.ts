import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '../../contract/problem.ts';
import { sampleCalls as calls, sampleTool } from '../testing/sample-tool.ts';
import type { TestClient } from '../testing/test-client.ts';
import { createTestServer, startTestServer, type TestServer } from '../testing/test-server.ts';
import { openWire } from './testing/wire.ts';

let server: TestServer;
let it: TestClient;
let student: TestClient;
const logLines: Record<string, unknown>[] = [];

beforeAll(async () => {
  server = await createTestServer({ tools: [sampleTool], logLines });
  await sql`create table notes (id uuid primary key, title text not null)`.execute(server.database.database);
  it = await server.signIn('it');
  student = await server.signIn('student');
});
afterAll(() => server.stop());

const json = { 'content-type': 'application/json' };
const post = (payload: string | Buffer, headers: Record<string, string> = {}) =>
  it.fetch('POST', '/api/notes', { payload, headers: { ...json, ...headers } });

describe('access is decided before anything else', () => {
  test('signed out is 401, without the permission 403, even when the body is nonsense', async () => {
    const nonsense = { payload: '{', headers: json };
    expect((await server.visitor.fetch('POST', '/api/notes', nonsense)).status).toBe(401);
    expect((await student.fetch('POST', '/api/notes', nonsense)).status).toBe(403);
    expect((await it.fetch('POST', '/api/notes', nonsense)).status).toBe(400);
  });
});

test('a refusal with 403 is logged with the id of the person, and nothing else about them', async () => {
  logLines.length = 0;
  await student.send(calls.addNote, { body: { title: 'Chair' } });
  const { rows } = await server.database.pool.query("select id from people where email like 'student@%'");
  expect(logLines.at(-1)).toMatchObject({ status: 403, person: rows[0].id });
  await student.send(calls.countNotes);
  expect(logLines.at(-1)).not.toHaveProperty('person');
  expect(JSON.stringify(logLines)).not.toMatch(/student/i);
});

describe('a write that another site sends', () => {
  test.each([
    ['cross-site', '', 403],
    ['same-site', '', 403],
    ['none', '', 403],
    ['cross-site', 'http://localhost:3000', 403],
    ['', '', 403],
    ['', 'https://evil.example', 403],
    ['', 'null', 403],
    ['', 'http://localhost:3000', 201],
    ['same-origin', '', 201],
  ])('Sec-Fetch-Site "%s", Origin "%s": %i', async (site, origin, status) => {
    const headers = { 'sec-fetch-site': site, origin };
    expect((await it.send(calls.addNote, { body: { title: 'Chair' }, headers })).status).toBe(status);
  });

  test('reading needs neither', async () => {
    const headers = { 'sec-fetch-site': 'cross-site' };
    expect((await it.send(calls.countNotes, { headers })).status).toBe(200);
  });
});

describe('input', () => {
  test('that does not fit is reported field by field', async () => {
    const { status, body, headers } = await it.send(calls.addNote, {
      body: { title: ' ', comment: 'x'.repeat(5_001) },
    });
    expect(status).toBe(400);
    expect(headers['content-type']).toContain('application/problem+json');
    expect((body as unknown as Problem).fields).toEqual({
      title: 'This is required.',
      comment: 'Use at most 5,000 characters.',
    });
  });

  test('in a query is named in the sentence, since an address has no field to mark', async () => {
    const { status, body } = await it.send(calls.countNotes, { query: { author: 'x'.repeat(201) } });
    const message = 'Use at most 200 characters.';
    expect([status, body]).toMatchObject([
      400,
      { detail: `Check "author" in the address. ${message}`, fields: { author: message } },
    ]);
  });

  test.each([
    ['an array in place of a text', '{"title":["Lamp"]}'],
    ['null', '{"title":null}'],
    ['not an object', '[]'],
    ['NUL in a text', '{"title":"a\\u0000b"}'],
    ['half a surrogate pair', '{"title":"a\\ud800b"}'],
    ['a prototype', '{"title":"x","__proto__":{"admin":true}}'],
    ['a prototype by its constructor', '{"title":"x","constructor":{"prototype":{"admin":true}}}'],
    ['no JSON', 'title=Lamp'],
    ['a body cut in half', '{"title":"La'],
  ])('%s is 400', async (_what, payload) => {
    expect((await post(payload)).status).toBe(400);
  });

  test('that is not UTF-8 is 400', async () => {
    expect(
      (await post(Buffer.from([...Buffer.from('{"title":"'), 0xff, 0xfe, ...Buffer.from('"}')]))).status,
    ).toBe(400);
  });

  test('of more than 256 kB is 413, nested deeper than any call reads 400', async () => {
    expect((await post(`{"title":"${'x'.repeat(256 * 1024)}"}`)).status).toBe(413);
    const nested = (levels: number) => `{"title":"Deep","other":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    expect((await post(nested(49))).status).toBe(201);
    expect((await post(nested(50))).status).toBe(400);
    expect((await post(nested(100_000))).body).toMatchObject({
      fields: { form: 'This JSON is nested too deeply.' },
    });
    const { status, body } = await post(`{"title":"[[[\\"{{{${'['.repeat(60)}"}`);
    expect([status, body]).toMatchObject([201, { data: { title: `[[["{{{${'['.repeat(60)}` } }]);
  });

  test('with undeclared fields is accepted without them, and for a field given twice the last one counts', async () => {
    const { status, body } = await post('{"title":"One","title":"Two","admin":true}');
    expect([status, body]).toMatchObject([201, { data: { title: 'Two' } }]);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'text/json\t',
  ])('as %s is 415', async (type) => {
    expect((await post('{"title":"x"}', { 'content-type': type })).status).toBe(415);
  });

  test.each([
    ['body', 201, (author: string) => it.send(calls.addNote, { body: { title: 'Mine', author } })],
    ['query', 200, (author: string) => it.send(calls.countNotes, { query: { author } })],
  ])('that names another person in the %s is 403, oneself in any spelling is %i', async (_at, done, send) => {
    expect((await send('student@sawtooth.example')).status).toBe(403);
    expect((await send('it@sawtooth.example,student@sawtooth.example')).status).toBe(403);
    expect((await send(' IT@Sawtooth.Example ')).status).toBe(done);
    expect((await send('')).status).toBe(done);
  });
});

describe('an upload', () => {
  const send = (content: string, title = 'Plan') =>
    it.send(calls.uploadNote, { body: { title }, files: { file: { fileName: 'plan.csv', content } } });

  test('is read with its fields', async () => {
    expect((await send('a,b')).body).toEqual({ data: { title: 'Plan', bytes: 3 } });
  });
  test('that is too large is 413', async () => {
    expect((await send('x'.repeat(1_001))).status).toBe(413);
  });
  test('whose text fields have more than 256 kB together is 413', async () => {
    const field = (name: string) => `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n`;
    const texts = Array.from({ length: 6 }, (_, at) => `${field(`f${at}`)}${'x'.repeat(50_000)}\r\n`);
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const answer = await it.fetch('POST', '/api/notes/file', { payload: `${texts.join('')}--x--`, headers });
    expect([answer.status, answer.body]).toMatchObject([
      413,
      { detail: 'The fields in this form are too long.' },
    ]);
  });
  test('that has a text field twice is refused at the field', async () => {
    const field = (value: string) =>
      `--x\r\ncontent-disposition: form-data; name="title"\r\n\r\n${value}\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const payload = `${field('Plan')}${field('')}--x--`;
    const { status, body } = await it.fetch('POST', '/api/notes/file', { payload, headers });
    expect([status, body]).toMatchObject([400, { fields: { title: 'This field was sent twice.' } }]);
  });
  test('without its file is refused at the field', async () => {
    const { status, body } = await it.send(calls.uploadNote, { body: { title: 'Plan' } });
    expect([status, body]).toMatchObject([400, { fields: { file: 'Choose a file.' } }]);
  });
  test.each([
    ['breaks off', '--x\r\ncontent-disposition: form-data; name="file"; filename="x"\r\n\r\na,b'],
    ['holds no part', '%'],
    ['is empty', ''],
  ])('that %s is 400', async (_what, payload) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    expect((await it.fetch('POST', '/api/notes/file', { payload, headers })).status).toBe(400);
  });
  test('with fields that do not fit is refused at the field', async () => {
    expect((await send('a,b', ' ')).body).toMatchObject({ fields: { title: 'This is required.' } });
  });
});

describe('responses', () => {
  test('never carry a column that the call does not declare', async () => {
    expect((await server.visitor.send(calls.leakNote)).text).not.toContain('open sesame');
  });

  test('to a defect are 500 without a word about its cause, which is in the log under the same request id', async () => {
    const { status, text, body } = await server.visitor.send(calls.failNote);
    expect(status).toBe(500);
    expect(text).not.toMatch(/select|password|stack|\.ts/);
    const { requestId } = body as unknown as Problem;
    expect(
      logLines.some((line) => line.reqId === requestId && JSON.stringify(line).includes('select password')),
    ).toBe(true);
  });

  test('to an unknown address are 404, to a known one with another method 405 that names what it accepts', async () => {
    expect((await it.fetch('GET', '/api/nothing')).status).toBe(404);
    const { status, headers } = await it.fetch('PUT', '/api/notes');
    expect([status, headers.allow]).toEqual([405, 'POST']);
  });

  test('carry the security headers, whatever they say', async () => {
    const answers = [
      await it.fetch('GET', '/api/nothing'),
      await it.fetch('GET', '/'),
      await it.fetch('GET', '/%zz'),
      await it.fetch('GET', '/health/live'),
      await it.send(calls.countNotes),
      await server.visitor.send(calls.failNote),
      await server.visitor.send(calls.countNotes),
      await it.fetch('POST', '/api/notes', { headers: { 'sec-fetch-site': 'cross-site' } }),
    ];
    for (const { headers } of answers) {
      expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'/);
      expect(headers['content-security-policy']).not.toContain('unsafe-inline');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['cache-control']).toBe('no-store');
      expect(headers).not.toHaveProperty('server');
      expect(headers).not.toHaveProperty('x-powered-by');
    }
  });

  test('tell browsers to use only https, if the portal uses https', async () => {
    const variables = { PUBLIC_URL: 'https://quad.sawtooth.example', QUAD_DEMO: 'on' };
    const secure = await startTestServer({ variables });
    const headers = { host: 'quad.sawtooth.example' };
    const page = await secure.visitor.fetch('GET', '/', { headers });
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect((await it.fetch('GET', '/')).headers).not.toHaveProperty('strict-transport-security');
  });

  test('have our own request id, never one that the client sends', async () => {
    logLines.length = 0;
    await it.send(calls.countNotes, {
      headers: { 'x-request-id': '[fatal] forged', 'request-id': 'forged' },
    });
    expect(JSON.stringify(logLines)).not.toContain('forged');
    expect(logLines.at(-1)?.reqId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('to a foreign host name are 421', async () => {
    expect((await it.fetch('GET', '/', { headers: { host: 'evil.example' } })).status).toBe(421);
    expect((await it.fetch('GET', '/', { headers: { host: '127.0.0.1:4100' } })).status).toBe(200);
    expect((await it.fetch('GET', '/health/ready', { headers: { host: '10.0.0.9' } })).status).toBe(200);
  });

  test('to a page: 404 for what does not exist, and data that cannot close its script element', async () => {
    expect((await it.fetch('GET', '/nothing')).status).toBe(404);
    const { status, text } = await it.fetch('GET', '/notes?x=</script><script>alert(1)</script>');
    expect(status).toBe(200);
    expect(text).not.toContain('alert(1)');
  });
});

describe('on the wire', () => {
  let address = '';
  beforeAll(async () => {
    address = await server.listen();
  });

  test.each([
    ['a header of 20 kB', `X-Long: ${'x'.repeat(20_000)}`, 431],
    ['a cookie of 100 kB', `Cookie: a=${'x'.repeat(100_000)}`, 431],
    ['2,000 headers', Array.from({ length: 1_500 }, (_, n) => `X${n}: 1`).join('\r\n'), 431],
    ['more short headers than 200', Array.from({ length: 199 }, (_, n) => `X${n}: 1`).join('\r\n'), 431],
    ['an address of 64 kB', '', 431],
    ['an invalid content length', 'Content-Length: -1', 400],
    ['two lengths', 'Content-Length: 1\r\nContent-Length: 2', 400],
    ['length and chunks together', 'Content-Length: 3\r\nTransfer-Encoding: chunked', 400],
  ])('%s is refused as a problem, and the next request gets its response', async (what, header, status) => {
    const path = what.includes('address') ? `/${'x'.repeat(64_000)}` : '/health/live';
    const wire = await openWire(address);
    wire.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${header}\r\nConnection: close\r\n\r\n`);
    const answer = await wire.end();
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer).toContain('application/problem+json');
    expect((await fetch(`${address}/health/live`)).status).toBe(200);
  });
});
