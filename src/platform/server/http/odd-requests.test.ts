import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleCalls, sampleTool } from '../testing/sample-tool.ts';
import type { TestClient } from '../testing/test-client.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import { openWire } from './testing/wire.ts';

let server: TestServer;
let it: TestClient;
let student: TestClient;
let address: string;

beforeAll(async () => {
  server = await createTestServer({ tools: [sampleTool] });
  await sql`create table notes (id uuid primary key, title text not null)`.execute(server.database.database);
  address = await server.listen();
  it = await server.signIn('it');
  student = await server.signIn('student');
});
afterAll(() => server.stop());

const title = '{"title":"Chair"}';
const post = (payload: string | Buffer, coding: string, client = it) =>
  client.fetch('POST', '/api/notes', {
    payload,
    headers: { 'content-type': 'application/json', 'content-encoding': coding },
  });

test.each(['gzip', 'GZIP', 'br', 'deflate', 'gzip, identity', 'x'])(
  'a body with the coding %s is 415, compressed or not, but missing access is reported first',
  async (coding) => {
    for (const payload of [title, gzipSync(title)]) {
      const { status, headers } = await post(payload, coding);
      expect([status, headers['accept-encoding']]).toEqual([415, 'identity']);
    }
    expect((await post(title, coding, student)).status).toBe(403);
  },
);

test('a body with the coding "identity" is read', async () => {
  expect((await post(title, 'identity')).status).toBe(201);
});

test.each(['utf-16', 'UTF-16LE', '"utf-7"', 'iso-8859-1'])(
  'a body in the charset %s is 415',
  async (charset) => {
    const types = [
      'application/json',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ];
    const statuses = types.map(async (type) => {
      const headers = { 'content-type': `${type}; charset=${charset}` };
      return (await it.fetch('POST', '/api/notes', { payload: title, headers })).status;
    });
    expect(await Promise.all(statuses)).toEqual([415, 415, 415]);
  },
);

test.each(['utf-8', 'UTF-8', '"utf-8"', 'us-ascii'])('a body in the charset %s is read', async (charset) => {
  const headers = { 'content-type': `application/json; charset=${charset}` };
  expect((await it.fetch('POST', '/api/notes', { payload: title, headers })).status).toBe(201);
});

test.each(['%ff', '%c3', '%c3x', '%c0%af', '%ed%a0%80', '%f4%90%80%80'])(
  '%j is not UTF-8: 400 in a query, a path and a form',
  async (coded) => {
    const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
    const payload = `email=it@sawtooth.example&redirect=${coded}`;
    const answers = [
      await it.fetch('GET', `/api/notes/count?author=${coded}`),
      await it.fetch('GET', `/?${coded}=x`),
      await it.fetch('GET', `/api/${coded}`),
      await it.fetch('POST', '/api/auth/providers/demo/login', { payload, headers: form }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
  },
);

test.each(['/r/50%off', '/support%', '/caf%E9'])(
  'a browser that is sent to %s shows a page, and a program gets a problem',
  async (path) => {
    const page = await it.fetch('GET', path, { headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([page.status, page.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
    expect(page.text).toMatch(/Please check the address.*Check it for typos\./s);
    expect(page.text).toContain('Go to the home page');
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    const { body } = await it.fetch('GET', path);
    expect(body).toMatchObject({ status: 400, detail: "This address can't be read. Check it for typos." });
  },
);

test('UTF-8 in a query is read, a lone percent sign too', async () => {
  for (const query of ['%C3%A9', '%F0%9F%91%A9', '100%', '%zz']) {
    expect((await it.fetch('GET', `/?x=${query}`)).status).toBe(200);
  }
});

describe('in a form with files,', () => {
  const send = async (title: string, name: string, encoding: BufferEncoding = 'utf8') => {
    const form = [
      '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\n',
      `${title}\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\na\r\n--x--\r\n`,
    ];
    const payload = Buffer.from(form.join(''), encoding);
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    return it.fetch('POST', '/api/notes/file', { payload, headers });
  };

  test('a text that is not UTF-8 is 400, as is one of more than 64 KB', async () => {
    const answers = [send('Plan', 'a'), send('\xff', 'a', 'latin1'), send('x'.repeat(2 ** 16 + 1), 'a')];
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([201, 400, 413]);
  });

  test('a text may contain the replacement character, as in JSON', async () => {
    expect((await send('M\ufffdller', 'a')).status).toBe(201);
  });

  test.each([
    ['\ufffd', 'utf8'],
    ['\xff', 'latin1'],
  ] as const)('a file name with a lost character is refused with what to do', async (name, encoding) => {
    const refused = await send('Plan', name, encoding);
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { fields: { file: 'The name of this file contains a character that is lost (\ufffd). Rename it.' } },
    ]);
  });
});

test('a request that ends in an odd way is refused, its connection is closed, and what came after it is not handled', async () => {
  const session = `Cookie: quad-session=${it.cookies.get('quad-session')}\r\n`;
  const begin = `POST /api/notes HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\n${session}`;
  const behind = `${begin}Content-Type: application/json\r\nContent-Length: ${title.length}\r\n\r\n${title}`;
  const count = async () => (await it.send(sampleCalls.countNotes)).body.data.notes;
  const before = await count();
  const wire = await openWire(address);
  wire.write(`${begin}Transfer-Encoding: identity, chunked\r\n\r\n0\r\n\r\n${behind}`);
  const answers = (await wire.end()).split('HTTP/1.1 ').slice(1);
  expect(answers).toHaveLength(1);
  expect(answers[0]).toMatch(/^400 .*connection: close/is);
  expect(await count()).toBe(before);
});

test.each(['200-ok', 'x=1'])(
  'an expectation of "%s" is ignored: it gets the response that it would get without',
  async (expectation) => {
    const wire = await openWire(address);
    wire.write(
      `GET /health/live HTTP/1.1\r\nHost: localhost\r\nExpect: ${expectation}\r\nConnection: close\r\n\r\n`,
    );
    const answer = await wire.end();
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer).toMatch(/^x-content-type-options: nosniff\r$/m);
  },
);
