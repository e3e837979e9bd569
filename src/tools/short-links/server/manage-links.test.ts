import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { copyCampus } from '../../../platform/server/testing/test-campus.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import {
  createTestServer,
  startTestServer,
  type TestServer,
} from '../../../platform/server/testing/test-server.ts';
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

const example = 'https://example.com/';

async function add(shortUrl: string, more: { longUrl?: string; expirationDate?: string | null } = {}) {
  const answer = await it.send(calls.createLink, { body: { shortUrl, longUrl: example, ...more } });
  expect(answer.status).toBe(201);
  return answer.body.data;
}

const list = async (query: { page?: number; pageSize?: number; search?: string }) =>
  (await it.send(calls.listLinks, { query: query as never })).body;

async function auditOf(id: string) {
  const { rows } = await server.database.pool.query(
    `select action, actor_name, before, after from audit_entries where subject_id = $1 order by at, id`,
    [id],
  );
  return rows;
}

test('a link without an expiration date never expires; one in the past retires it now', async () => {
  expect(await add('never')).toMatchObject({ expirationDate: null, expired: false });
  expect(await add('over', { expirationDate: '2020-01-01T00:00:00Z' })).toMatchObject({ expired: true });
});

test('the same Idempotency-Key adds one link and repeats its response', async () => {
  const request = { body: { shortUrl: 'once', longUrl: example }, headers: { 'idempotency-key': 'k1' } };
  const [first, second] = [
    await it.send(calls.createLink, request),
    await it.send(calls.createLink, request),
  ];
  expect([first.status, second.status]).toEqual([201, 201]);
  expect(second.body).toEqual(first.body);
});

test('a target below our own /r/ is refused, at its field, when adding and when changing', async () => {
  const longUrl = 'http://127.0.0.1:3000/r/other';
  const fields = { longUrl: "A short link can't go to another short link." };
  const added = await it.send(calls.createLink, { body: { shortUrl: 'x', longUrl } });
  expect([added.status, added.body]).toMatchObject([400, { reason: 'own-address', fields }]);
  const { _id: id } = await add('y');
  const changed = await it.send(calls.changeLink, { params: { id }, body: { longUrl } });
  expect([changed.status, changed.body]).toMatchObject([400, { reason: 'own-address', fields }]);
});

test('a change moves target and expiry, keeps the old target and expiry, and leaves the rest alone', async () => {
  const link = await add('moves', { expirationDate: '2031-01-01T00:00:00Z' });
  const params = { id: link._id };
  const changed = await it.send(calls.changeLink, {
    params,
    body: { shortUrl: 'moves', longUrl: 'https://example.org/2', version: 1 },
  });
  expect(changed.status).toBe(200);
  expect(changed.body.data).toEqual({
    ...link,
    longUrl: 'https://example.org/2',
    expirationDate: null,
    version: 2,
  });
  await it.send(calls.changeLink, { params, body: { longUrl: 'https://example.org/3' } });
  const history = await it.send(calls.readLinkHistory, { params });
  expect(history.body.data).toMatchObject([
    { longUrl: 'https://example.org/3', expirationDate: null, changedBy: 'it@sawtooth.example' },
    { longUrl: 'https://example.org/2', expirationDate: null },
    { longUrl: example, expirationDate: '2031-01-01T00:00:00.000Z' },
  ]);
});

test('every write adds an entry with who, before, and after', async () => {
  const link = await add('audited');
  const params = { id: link._id };
  await it.send(calls.changeLink, { params, body: { longUrl: 'https://example.org/' } });
  await it.send(calls.deleteLink, { params });
  const [name] = [(await auditOf(link._id))[0]?.actor_name];
  expect(await auditOf(link._id)).toEqual([
    {
      action: 'short-link.create',
      actor_name: name,
      before: null,
      after: { shortUrl: 'audited', longUrl: example, expirationDate: null, ownerGroups: [] },
    },
    {
      action: 'short-link.change',
      actor_name: name,
      before: { shortUrl: 'audited', longUrl: example, expirationDate: null, ownerGroups: [] },
      after: { shortUrl: 'audited', longUrl: 'https://example.org/', expirationDate: null, ownerGroups: [] },
    },
    {
      action: 'short-link.delete',
      actor_name: name,
      before: { shortUrl: 'audited', longUrl: 'https://example.org/', expirationDate: null, ownerGroups: [] },
      after: null,
    },
  ]);
});

test('the list is paged, newest first, twenty at a time unless asked otherwise', async () => {
  for (let number = 1; number <= 23; number += 1)
    await insertLink(server.database, { shortUrl: `link-${number}` });
  const first = await list({ page: 1 });
  expect(first.meta).toEqual({ pages: 2, total: 23, page: 1, pageSize: 20 });
  expect(first.data[0]?.shortUrl).toBe('link-23');
  expect((await list({ page: 2 })).data.map(({ shortUrl }) => shortUrl)).toEqual([
    'link-3',
    'link-2',
    'link-1',
  ]);
  expect((await list({ page: 8, pageSize: 3 })).data.map(({ shortUrl }) => shortUrl)).toEqual([
    'link-2',
    'link-1',
  ]);
  expect(await list({ page: 3 })).toEqual({ data: [], meta: { pages: 2, total: 23, page: 3, pageSize: 20 } });
  expect(await list({})).toEqual({ data: [], meta: { pages: -1 } });
});

test('a page of a search is the same rows in the same order, read from either end', async () => {
  for (let number = 1; number <= 30; number += 1) {
    await insertLink(server.database, { shortUrl: `${number % 2 === 0 ? 'even' : 'odd'}-${number}` });
  }
  const read: string[] = [];
  for (let page = 1; page <= 4; page += 1) {
    read.push(...(await list({ page, pageSize: 4, search: 'even' })).data.map(({ shortUrl }) => shortUrl));
  }
  expect(read).toEqual(Array.from({ length: 15 }, (_, index) => `even-${30 - 2 * index}`));
});

test("visits are listed for every day on the college's calendar, today last, and days without a visit as zero", async () => {
  const id = await insertLink(server.database);
  await server.database.pool.query(
    `insert into short_link_visits values
       ($1, (now() at time zone 'America/Boise')::date, 3),
       ($1, (now() at time zone 'America/Boise')::date - 2, 5),
       ($1, (now() at time zone 'America/Boise')::date - 9, 7)`,
    [id],
  );
  const { body } = await it.send(calls.readLinkVisits, { params: { id }, query: { days: 4 } });
  expect(body.data.map(({ visits }) => visits)).toEqual([0, 5, 0, 3]);
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Boise' }).format(new Date());
  expect(body.data.at(-1)?.day).toBe(today);
  expect((await it.send(calls.readLinkVisits, { params: { id } })).body.data).toHaveLength(30);
  expect((await it.send(calls.readLinkVisits, { params: { id }, query: { days: 0 } })).status).toBe(400);
});

test('the code is an image of the requested kind, saved under the name of the link', async () => {
  const id = await insertLink(server.database, { shortUrl: 'Poster' });
  const svg = await it.send(calls.drawLinkCode, { params: { id }, query: { format: 'svg' } });
  expect(svg.headers).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-disposition': 'attachment; filename="Poster.svg"',
  });
  expect(svg.text).toMatch(/^<svg /);
  const png = await it.send(calls.drawLinkCode, { params: { id }, query: { format: 'png' } });
  expect(png.headers['content-type']).toBe('image/png');
  expect(png.text.slice(1, 4)).toBe('PNG');
  expect(
    (await it.send(calls.drawLinkCode, { params: { id }, query: { format: 'gif' as never } })).status,
  ).toBe(400);
});

test('reserved names are refused in any case, when adding one and when importing', async () => {
  const campus = copyCampus(['short-links.manage']);
  onTestFinished(campus.remove);
  writeFileSync(path.join(campus.folder, 'tools', 'short-links.yaml'), 'reservedNames: [Alert]\n');
  const reserving = await startTestServer({ tools: [shortLinksServer], campusFolder: campus.folder });
  const person = await reserving.signIn('it');
  const added = await person.send(calls.createLink, { body: { shortUrl: 'ALERT', longUrl: example } });
  expect([added.status, added.body]).toMatchObject([
    400,
    { reason: 'name-reserved', fields: { shortUrl: 'This short URL is reserved.' } },
  ]);
  const content = `shortUrl,longUrl\nalert,${example}\n`;
  const imported = await person.send(calls.importLinks, { files: { file: { fileName: 'a.csv', content } } });
  expect([imported.status, imported.body]).toMatchObject([
    400,
    { rows: [{ row: 2, column: 'shortUrl', value: 'alert', message: 'This short URL is reserved.' }] },
  ]);
});
