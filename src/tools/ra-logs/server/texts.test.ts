import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import {
  addRaLog,
  closeFollowUp,
  exportRaLogs,
  listMyRaLogs,
  listRaLogs,
  readLatestRaLog,
} from '../contract.ts';
import { raLogsServer } from './index.ts';

let server: TestServer;
let ra: TestClient;
let reslife: TestClient;

beforeAll(async () => {
  server = await createTestServer({ tools: [raLogsServer] });
  ra = await server.signIn('ra');
  reslife = await server.signIn('reslife');
});
afterAll(() => server.stop());

const fields = ['safetyConcerns', 'warnings', 'reports', 'comments'] as const;

/** Texts that have broken a page, a query, a log, or a spreadsheet somewhere. */
const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '"><svg/onload=alert(1)>',
  '</script><script>alert(1)</script>',
  '&lt;b&gt; &amp; &quot;',
  '{{7*7}} #{7*7} <%= 7*7 %>',
  "'; drop table ra_logs; --",
  '\\ \\\\ \\n \\u0000 %00 %s %d',
  '=HYPERLINK("https://evil.example","click")',
  'line one\nline two\r\nline three\ttabbed',
  '\u202etfel ot thgir\u202c',
  '\u200b\u200d\ufeff zero width',
  '👩‍👩‍👧‍👦 family, 🏳️‍🌈 flag, 👍🏽 skin',
  'مرحبا שלום 你好 こんにちは नमस्ते',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘',
  'N/A',
  'null',
  '__proto__',
  'x'.repeat(5_000),
  '你'.repeat(5_000),
  '👍'.repeat(2_500),
].map((text) => text.trim().normalize('NFC'));

test.each(hostile)('a text is returned as it was written, by every call: %.40s', async (text) => {
  const texts = Object.fromEntries(fields.map((field) => [field, text]));
  const added = await ra.send(addRaLog, { body: { building: 'Anderson', ...texts } });
  expect(added.status).toBe(201);
  const query = { page: 1, pageSize: 1 };
  const answers = [
    added.body.data,
    (await reslife.send(listRaLogs, { query })).body.data[0],
    (await ra.send(listMyRaLogs, { query })).body.data[0],
    (await ra.send(readLatestRaLog, { params: { building: 'Anderson' } })).body.data,
  ];
  for (const answer of answers) expect(answer).toMatchObject({ _id: added.body.data._id, ...texts });
});

test('what a browser would run stays JSON that no browser treats as a page', async () => {
  const { headers } = await reslife.send(listRaLogs, { query: { page: 1 } });
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
  });
});

describe.each(fields)('the field %s', (field) => {
  const add = (text: string) => ra.send(addRaLog, { body: { building: 'Anderson', [field]: text } });

  test('is trimmed and composed', async () => {
    const { body } = await add(' \n Cafe\u0301 \t ');
    expect(body.data[field]).toBe('Caf\u00e9');
  });

  test.each([
    ['U+0000', 'a\0b'],
    ['the first half of a character', 'a\ud83d'],
    ['the second half of a character', '\udc4da'],
    ['5,001 characters', 'x'.repeat(5_001)],
    ['200,000 characters', 'x'.repeat(200_000)],
  ])('refuses %s', async (_what, text) => {
    const answer = await add(text);
    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } });
    expect(answer.text.length).toBeLessThan(1_000);
  });
});

test('five megabytes are refused as too large', async () => {
  const answer = await ra.send(addRaLog, {
    body: { building: 'Anderson', comments: 'x'.repeat(5 * 1024 * 1024) },
  });
  expect(answer.status).toBe(413);
});

test.each([
  ['half a JSON', '{"building":"Anderson"'],
  ['a list', '[]'],
  ['a text', '"Anderson"'],
  ['nothing', ''],
  ['a thousand levels', `{"building":${'['.repeat(1_000)}${']'.repeat(1_000)}}`],
  ['a prototype', '{"building":"Anderson","__proto__":{"reviewed":true}}'],
])('a body of %s is refused', async (_what, payload) => {
  const answer = await ra.fetch('POST', addRaLog.path, {
    payload,
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.status).toBe(400);
});

test('fields that a new log does not have are ignored', async () => {
  const { status, body } = await ra.send(addRaLog, {
    body: {
      building: 'Anderson',
      reviewed: true,
      reviewedBy: 'ra',
      reviewedOn: '1999-01-01T00:00:00Z',
      createdAt: '1999-01-01T00:00:00Z',
      _id: 'x',
      version: 9,
      can: { review: true },
    } as never,
  });
  expect([status, body.data]).toMatchObject([201, { reviewed: false, version: 1, can: { review: false } }]);
  expect(Date.parse(body.data.createdAt)).toBeGreaterThan(Date.now() - 60_000);
});

test('a closing note is text like the others', async () => {
  const { body } = await ra.send(addRaLog, { body: { building: 'Anderson', followUp: true } });
  const params = { id: body.data._id };
  expect((await reslife.send(closeFollowUp, { params, body: { closingNote: 'a\0' } })).status).toBe(400);
  const closed = await reslife.send(closeFollowUp, { params, body: { closingNote: ' <b>done</b> ' } });
  expect(closed.body.data.followUpTask?.closingNote).toBe('<b>done</b>');
});

test("a person is shown with the directory's spelling of the name, whatever is in it", async () => {
  const { pool } = server.database;
  await pool.query(`update people set name = $1 where email = 'reslife@sawtooth.example'`, [
    'Zoë <b>O’Hara</b>  ÅSE',
  ]);
  const { body } = await ra.send(addRaLog, { body: { building: 'Finney', followUp: true } });
  const path = `/api/departments/residence-life/resident-assistants/log/${body.data._id}/reviews`;
  const reviewed = await reslife.fetch('PUT', path, {
    payload: '{}',
    headers: { 'content-type': 'application/json' },
  });
  expect(reviewed.body).toMatchObject({ data: { reviewedBy: 'zoë.<b>o’hara</b>.åse' } });
  for (const reviewedBy of ['ZOË', 'o’hara</B>.Å', '<b>']) {
    const found = await reslife.send(listRaLogs, { query: { page: 1, reviewedBy } });
    expect(found.body.data.map(({ _id }) => _id)).toEqual([body.data._id]);
  }
  const file = await reslife.send(exportRaLogs, { query: { reviewedBy: 'zoë' } });
  expect(file.text).toContain('zoë.<b>o’hara</b>.åse');
});
