import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Problem } from '../../../platform/contract/problem.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import * as calls from '../contract.ts';
import { shortLinksServer } from './index.ts';
import { insertLink } from './testing/insert-link.ts';

let server: TestServer;
let it: TestClient;

beforeAll(async () => {
  server = await createTestServer({ tools: [shortLinksServer] });
  it = await server.signIn('it');
});
afterAll(() => server.stop());
beforeEach(async () => void (await server.database.pool.query('delete from short_links')));

const send = (content: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  it.send(calls.importLinks, { files: { file: { fileName: 'links.csv', content } }, headers });

async function names(): Promise<string[]> {
  const { rows } = await server.database.pool.query<{ short_url: string }>(
    'select short_url from short_links order by short_url',
  );
  return rows.map(({ short_url }) => short_url);
}

async function refused(content: string): Promise<Problem> {
  const answer = await send(content);
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ reason: 'bad-rows' });
  return answer.body as unknown as Problem;
}

test('all rows of a file become links, as if each had been added by hand', async () => {
  const answer = await send(
    '\ufeffshortUrl,longUrl,expirationDate,note\r\n' +
      'First,"https://example.com/a,b",2031-05-01T12:00:00Z,x\r\n' +
      ' second , https://bücher.example ,,\r\n',
  );
  expect([answer.status, answer.body]).toEqual([201, { data: { added: 2 } }]);
  const { body } = await it.send(calls.listLinks, { query: { page: 1 } as never });
  expect(body.data.toSorted((a, b) => (a.shortUrl < b.shortUrl ? -1 : 1))).toMatchObject([
    { shortUrl: 'First', longUrl: 'https://example.com/a,b', expirationDate: '2031-05-01T12:00:00.000Z' },
    { shortUrl: 'second', longUrl: 'https://xn--bcher-kva.example/', expirationDate: null, visits: 0 },
  ]);
  const { rows } = await server.database.pool.query(
    `select action, subject_id, after ->> 'shortUrl' as name from audit_entries
     where action = 'short-link.import' and subject_id = any($1) order by name`,
    [body.data.map(({ _id }) => _id)],
  );
  expect(rows).toMatchObject([
    { name: 'First', subject_id: body.data.find(({ shortUrl }) => shortUrl === 'First')?._id },
    { name: 'second' },
  ]);
});

test('with one bad row nothing is added, and each mistake is reported with row, column, and value', async () => {
  await insertLink(server.database, { shortUrl: 'Taken' });
  const { rows, rowsTotal } = await refused(
    [
      'shortUrl,longUrl,expirationDate',
      'good,https://example.com/,',
      'not good,https://example.com/,',
      'taken,https://example.com/,',
      'twice,https://example.com/,',
      'TWICE,https://example.com/,',
      'late,https://example.com/,tomorrow',
      'own,http://localhost:3000/r/good,',
      'both bad,ftp://example.com/,',
      ',,2031-01-01T00:00:00Z',
    ].join('\n'),
  );
  expect(rowsTotal).toBe(rows?.length);
  expect(rows?.map(({ row, column, value }) => [row, column, value])).toEqual([
    [3, 'shortUrl', 'not good'],
    [4, 'shortUrl', 'taken'],
    [6, 'shortUrl', 'TWICE'],
    [7, 'expirationDate', 'tomorrow'],
    [8, 'longUrl', 'http://localhost:3000/r/good'],
    [9, 'shortUrl', 'both bad'],
    [9, 'longUrl', 'ftp://example.com/'],
    [10, 'shortUrl', ''],
    [10, 'longUrl', ''],
  ]);
  expect(rows?.[2]?.message).toBe('This short URL is also in row 5.');
  expect(await names()).toEqual(['Taken']);
});

test('dates are read as people write them, and a date alone ends that day', async () => {
  const dates = ['2027-06-30', '6/30/2027', '2027-06-30 23:59', '2027-06-30T23:59:00Z'];
  const lines = dates.map((date, index) => `date-${index};HTTPS://example.com/;${date}`);
  expect((await send(`shortUrl;longUrl;expirationDate\n${lines.join('\n')}\n`)).body).toEqual({
    data: { added: 4 },
  });
  const { rows } = await server.database.pool.query<{ expires_at: Date }>(
    'select expires_at from short_links order by short_url',
  );
  expect(rows.map(({ expires_at }) => expires_at.toISOString())).toEqual([
    '2027-07-01T05:59:59.000Z',
    '2027-07-01T05:59:59.000Z',
    '2027-07-01T05:59:00.000Z',
    '2027-06-30T23:59:00.000Z',
  ]);
  const { rows: mistakes } = await refused(
    'shortUrl,longUrl,expirationDate\nx,https://example.com/,30.6.27\n',
  );
  expect(mistakes?.[0]?.message).toMatch(/^Enter a date as 2027-06-30, 6\/30\/2027, or 2027-06-30 23:59/);
});

test('a file that is not text is refused at its field, without rows to fix', async () => {
  const { status, body } = await send(new Uint8Array([0x50, 0x4b, 0x03, 0x04]));
  expect([status, body]).toMatchObject([
    400,
    {
      detail: 'Check the marked fields.',
      fields: { file: expect.stringMatching(/^This is an Excel workbook/) },
    },
  ]);
  expect(body).not.toHaveProperty('rows');
});

test('of two imports with names in common at once, one adds all of its rows, the other none', async () => {
  const line = (name: number) => `name-${name},https://example.com/`;
  const forwards = Array.from({ length: 200 }, (_, index) => line(index));
  const [one, two] = await Promise.all([
    send(`shortUrl,longUrl\n${forwards.join('\n')}\n`),
    send(`shortUrl,longUrl\n${forwards.toReversed().join('\n')}\nextra,https://example.com/\n`),
  ]);
  expect([one.status, two.status].toSorted()).toEqual([201, 400]);
  expect(await names()).toHaveLength(one.status === 201 ? 200 : 201);
});

test('the same Idempotency-Key imports once', async () => {
  const key = { 'idempotency-key': 'import-1' };
  const content = 'shortUrl,longUrl\nonce,https://example.com/\n';
  expect((await send(content, key)).status).toBe(201);
  expect((await send(content, key)).body).toEqual({ data: { added: 1 } });
  expect((await send(content.replace('once', 'other'), key)).status).toBe(409);
});

test('20,000 rows are imported within seconds, each with its audit entry; one more is refused', async () => {
  const lines = Array.from(
    { length: 20_000 },
    (_, index) => `bulk-${index},https://example.com/page/${index}`,
  );
  const content = `shortUrl,longUrl\n${lines.join('\n')}\n`;
  const tooMany = (await send(`${content}more,https://example.com/\n`)).body;
  expect(tooMany).toMatchObject({ fields: { file: 'A file can have at most 20,000 rows.' } });
  expect((await send(content)).body).toEqual({ data: { added: 20_000 } });
  const audited = await server.database.pool.query(
    `select count(*) from audit_entries where action = 'short-link.import' and after ->> 'shortUrl' like 'bulk-%'`,
  );
  expect(audited.rows).toEqual([{ count: 20_000 }]);
});

test('an export has all links, newest first, and is named after the day', async () => {
  for (let number = 1; number <= 1_203; number += 1) {
    await insertLink(server.database, { shortUrl: `link-${number}` });
  }
  const { headers, text } = await it.send(calls.exportLinks, {});
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Boise' }).format(new Date());
  expect(headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="short-links-${today}.csv"`,
  });
  const lines = text.split('\r\n');
  expect(lines[0]).toBe(
    '\ufeffshortUrl,longUrl,expirationDate,visits,lastVisitAt,createdBy,createdAt,ownerGroups,timeZone',
  );
  expect(lines.slice(1, -1).map((line) => line.split(',')[0])).toEqual(
    Array.from({ length: 1_203 }, (_, index) => `link-${1_203 - index}`),
  );
});

test('an exported link ends at the same moment once it is imported again, even in the hour that comes twice', async () => {
  await insertLink(server.database, { shortUrl: 'late', expires: "'2027-11-07T08:30:00Z'" });
  const { text } = await it.send(calls.exportLinks, {});
  await server.database.pool.query('delete from short_links');
  expect((await send(text)).body).toEqual({ data: { added: 1 } });
  const { rows } = await server.database.pool.query('select expires_at from short_links');
  expect(rows).toEqual([{ expires_at: new Date('2027-11-07T08:30:00Z') }]);
});

test('no cell of an export runs as a formula, and the file can be imported again', async () => {
  await insertLink(server.database, { shortUrl: '-2_3', longUrl: 'https://example.com/?q="=1+1",x' });
  await server.database.pool.query(
    `update short_links set created_by = E'\\t=HYPERLINK("https://evil.example")'`,
  );
  const { text } = await it.send(calls.exportLinks, {});
  expect(text).toContain(`\r\n'-2_3,"https://example.com/?q=""=1+1"",x",`);
  expect(text).toContain(`"'\t'=HYPERLINK(""https://evil.example"")"`);
  await server.database.pool.query('delete from short_links');
  expect((await send(text)).body).toEqual({ data: { added: 1 } });
  expect(await names()).toEqual(['-2_3']);
});
