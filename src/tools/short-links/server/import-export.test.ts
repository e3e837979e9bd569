import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Problem } from '../../../platform/contract/problem.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import * as calls from '../contract.ts';
import { shortLinksServer } from './index.ts';

let server: TestServer;
let it: TestClient;
beforeAll(async () => {
  server = await createTestServer({ tools: [shortLinksServer] });
  it = await server.signIn('it');
});
afterAll(() => server.stop());

const importFile = (content: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  it.send(calls.importLinks, { files: { file: { fileName: 'links.csv', content } }, headers });
const problemOf = (answer: { body: unknown }) => answer.body as Problem;
const total = async (search: string) =>
  (await it.send(calls.listLinks, { query: { page: 1, search } })).body.meta.total;

describe('an import', () => {
  test('adds all rows of a file as spreadsheets write it, each with its audit entry', async () => {
    const file =
      '\ufeffshortUrl,longUrl,expirationDate\r\n' +
      'imp-a,https://a.example/1,\r\n"imp-b","https://a.example/?q=""x""",2027-06-30T23:59:00Z\r\n\r\n';
    const { status, body } = await importFile(file);
    expect([status, body.data]).toEqual([201, { added: 2 }]);
    expect(await total('imp-')).toBe(2);
    const { rows: entries } = await server.database.pool.query(
      `select from audit_entries where action = 'short-link.import' and after->>'shortUrl' like 'imp-%'`,
    );
    expect(entries).toHaveLength(2);
  });

  test('with one wrong row adds none and reports row, column, and value', async () => {
    const answer = await importFile(
      'shortUrl,longUrl\nhalf-a,https://a.example/\nhalf b,https://a.example/\nhalf-c,ftp://a.example/\nHALF-A,https://a.example/\n',
    );
    expect(answer.status).toBe(400);
    expect(problemOf(answer)).toMatchObject({
      reason: 'bad-rows',
      rowsTotal: 3,
      rows: [
        { row: 3, column: 'shortUrl', value: 'half b' },
        { row: 4, column: 'longUrl', value: 'ftp://a.example/' },
        { row: 5, column: 'shortUrl', value: 'HALF-A' },
      ],
    });
    expect(await total('half')).toBe(0);
  });

  test('with 300 wrong rows shows 200 of them and how many there are', async () => {
    const rows = Array.from({ length: 300 }, (_, n) => `bad ${n},https://a.example/`);
    const problem = problemOf(await importFile(['shortUrl,longUrl', ...rows].join('\n')));
    expect([problem.rows?.length, problem.rowsTotal]).toEqual([200, 300]);
  });

  test('of names that already exist is refused by row', async () => {
    await importFile('shortUrl,longUrl\nexisting,https://a.example/\n');
    expect(problemOf(await importFile('shortUrl,longUrl\nEXISTING,https://a.example/\n'))).toMatchObject({
      rows: [{ row: 2, column: 'shortUrl', message: 'This short URL is already taken.' }],
    });
  });

  test.each([
    ['an empty file', ''],
    ['a header alone', 'shortUrl,longUrl\n'],
    ['a header without a needed column', 'shortUrl\nx\n'],
    ['a prototype as header', '__proto__,shortUrl,longUrl\nx,y,https://a.example/ b\n'],
    ['an open quote', 'shortUrl,longUrl\n"x,https://a.example/\n'],
    ['a picture', '\u0089PNG\r\n\u001a\n\u0000\u0000'],
  ])('of %s is refused with a sentence', async (_what, content) => {
    const problem = problemOf(await importFile(content));
    expect(problem.status).toBe(400);
    expect(JSON.stringify(problem)).not.toMatch(/CSV_|csv-parse|Error:/);
  });

  test('of 20,000 rows succeeds, and only once when it is sent twice with its key', async () => {
    const rows = Array.from({ length: 20_000 }, (_, n) => `many-${n},https://a.example/${n}`);
    const file = ['shortUrl,longUrl', ...rows].join('\n');
    const key = { 'idempotency-key': 'import-once' };
    const answers = [await importFile(file, key), await importFile(file, key)];
    expect(answers.map(({ status, body }) => [status, body.data])).toEqual([
      [201, { added: 20_000 }],
      [201, { added: 20_000 }],
    ]);
    expect(await total('many-')).toBe(20_000);
  }, 60_000);
});

describe('an export', () => {
  test('is a CSV file with every link, and no cell that a spreadsheet would run', async () => {
    await importFile('shortUrl,longUrl\n-12,https://a.example/formula\n');
    const { status, headers, text } = await it.send(calls.exportLinks, { query: { search: 'formula' } });
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('text/csv');
    expect(headers['content-disposition']).toMatch(/^attachment; filename=".+\.csv"$/);
    const [header, row] = text.replace('\ufeff', '').split('\r\n');
    expect(header).toContain('shortUrl,longUrl');
    expect(row).toMatch(/^"?'-12/);
  });

  test('can be imported again after the links are gone', async () => {
    await importFile(
      'shortUrl,longUrl,expirationDate\nround-trip,https://a.example/rt,2027-01-01T00:00:00Z\n',
    );
    const { text } = await it.send(calls.exportLinks, { query: { search: 'round-trip' } });
    const [link] = (await it.send(calls.listLinks, { query: { page: 1, search: 'round-trip' } })).body.data;
    await it.send(calls.deleteLink, { params: { id: link?._id ?? '' } });
    expect((await importFile(text)).body.data).toEqual({ added: 1 });
    const [again] = (await it.send(calls.listLinks, { query: { page: 1, search: 'round-trip' } })).body.data;
    expect(again?.expirationDate).toBe('2027-01-01T00:00:00.000Z');
  });

  test('is imported with the same owner groups, and not with one that no longer exists', async () => {
    const mailroom = await server.signIn('mailroom');
    const ownerGroups = ['Domain-MailCenter', 'Domain-Staff'];
    const body = { shortUrl: 'owned-trip', longUrl: 'https://a.example/owned', ownerGroups };
    const added = await it.send(calls.createLink, { body });
    const { text } = await it.send(calls.exportLinks, { query: { search: 'owned-trip' } });
    await it.send(calls.deleteLink, { params: { id: added.body.data._id } });

    const wrong = text.replace('Domain-Staff', 'Domain-Gone');
    expect(problemOf(await importFile(wrong)).rows).toMatchObject([
      { row: 2, column: 'ownerGroups', message: 'There is no group called Domain-Gone.' },
    ]);
    expect((await importFile(text)).body.data).toEqual({ added: 1 });
    const seen = await mailroom.send(calls.listLinks, { query: { page: 1, search: 'owned-trip' } });
    expect(seen.body.data).toMatchObject([{ shortUrl: 'owned-trip', ownerGroups }]);
    const { rows } = await server.database.pool.query(
      `select after->'ownerGroups' as groups from audit_entries
       where action = 'short-link.import' and after->>'shortUrl' = 'owned-trip'`,
    );
    expect(rows).toEqual([{ groups: ownerGroups }]);
  });

  test('is imported with the same targets, even those that a spreadsheet could have run', async () => {
    const targets = ['-1', '=1', '+1', '@a', "'-1"].map((end) => `https://a.example/guarded;${end}`);
    for (const [index, longUrl] of targets.entries()) {
      await it.send(calls.createLink, { body: { shortUrl: `guarded-${index}`, longUrl } });
    }
    const read = async () =>
      (await it.send(calls.listLinks, { query: { page: 1, search: 'guarded-', sort: 'shortUrl' } })).body
        .data;
    const { text } = await it.send(calls.exportLinks, { query: { search: 'guarded-' } });
    for (const { _id: id } of await read()) await it.send(calls.deleteLink, { params: { id } });
    expect((await importFile(text)).body.data).toEqual({ added: targets.length });
    expect((await read()).map(({ longUrl }) => longUrl)).toEqual(targets);
  });
});
