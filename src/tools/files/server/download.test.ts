import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mostRowsRead } from '../../../platform/server/testing/most-rows-read.ts';
import { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { eraseFile, listMyFiles, readFileDetails, withdrawFile } from '../contract.ts';
import { filesServer } from './index.ts';
import { publish } from './testing/publish.ts';

let server: TestServer;
let it: TestClient;

beforeAll(async () => {
  server = await createTestServer({ tools: [filesServer], variables: { QUAD_TRUSTED_PROXIES: '192.0.2.1' } });
  it = await server.signIn('it');
});
afterAll(() => server.stop());

const get = (
  client: TestClient,
  id: string,
  headers: Record<string, string> = {},
  remoteAddress = '127.0.0.1',
) => client.fetch('GET', `/api/files/${id}`, { headers, remoteAddress });

describe('who may download', () => {
  test.each([
    ['Domain-Staff,Domain-Faculty', ['it', 'staff', 'faculty']],
    ['Domain-Student', ['student']],
    ['domain-student', ['student']],
    ['sgrpVolunteers', ['volunteer']],
    ['', ['it', 'staff', 'faculty', 'student', 'volunteer', 'nogroups']],
  ])('a file for %j: %j, IT only as one of them', async (adGroups, allowed) => {
    const { _id: id } = await publish(it, { adGroups });
    for (const name of ['it', 'staff', 'faculty', 'student', 'volunteer', 'nogroups']) {
      const { status } = await get(await server.signIn(name), id);
      expect([name, status]).toEqual([name, allowed.includes(name) ? 200 : 403]);
    }
    expect((await get(server.visitor, id)).status).toBe(401);
  });

  test.each([
    ['10.1.2.3', {}, 200],
    ['::ffff:10.1.2.3', {}, 200],
    ['203.0.113.9', {}, 403],
    // Said by someone who is not one of our proxies.
    ['203.0.113.9', { 'x-forwarded-for': '10.1.2.3' }, 403],
    ['192.0.2.1', { 'x-forwarded-for': '10.1.2.3' }, 200],
    ['192.0.2.1', { 'x-forwarded-for': '10.1.2.3:50321' }, 200],
    // The proxy may download the file, which says nothing about the clients behind it.
    ['192.0.2.1', { 'x-forwarded-for': '203.0.113.9:50321' }, 403],
    ['192.0.2.1', { 'x-forwarded-for': 'hidden' }, 403],
  ])('from %s with %j: %i', async (address, headers, status) => {
    const { _id: id } = await publish(it, {
      adGroups: 'Domain-IT',
      ipAddresses: '10.1.0.0/16,2001:db8::/32,192.0.2.1',
    });
    expect((await get(it, id, headers, address)).status).toBe(status);
  });

  test('from elsewhere, the refusal does not say where the file may be downloaded', async () => {
    const { _id: id } = await publish(it, { adGroups: 'Domain-IT', ipAddresses: '203.0.113.0/24' });
    const { status, body } = await get(it, id, {}, '10.1.2.3');
    expect([status, body]).toMatchObject([403, { reason: 'not-from-here' }]);
    expect(JSON.stringify(body)).not.toContain('campus');
  });

  test("someone who is refused sees a page without the file's name and groups", async () => {
    const file = await publish(it, { fileName: 'Layoffs.txt', adGroups: 'Domain-FGD' });
    const student = await server.signIn('student');
    const shown = { accept: 'text/html', 'sec-fetch-mode': 'navigate' };
    for (const path of [`/files/${file._id}`, `/api/files/${file._id}`]) {
      const { status, text, headers } = await student.fetch('GET', path, { headers: shown });
      expect(status).toBe(403);
      expect(headers['content-type']).toContain('text/html');
      expect(text).toContain('This file is for other people.');
      expect(text + JSON.stringify(headers)).not.toMatch(/Layoffs|FGD|txt/);
      expect((await student.fetch('HEAD', path)).status).toBe(403);
    }
  });

  test('someone who is signed out can sign in from the page and returns to the file', async () => {
    const file = await publish(it, { adGroups: 'Domain-FGD' });
    const { status, text } = await server.visitor.fetch('GET', `/files/${file._id}`, {
      headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' },
    });
    expect(status).toBe(401);
    expect(text).toContain(
      `href="/api/auth/providers/demo/login?redirect=%2Ffiles%2F${file._id}">Sign in</a>`,
    );
  });

  test('the download starts from a page that says so, since a browser stays on the one it starts from', async () => {
    const { _id: id } = await publish(it, { adGroups: 'Domain-FGD' });
    const signInFor = (redirect: string) =>
      new TestClient(server.quad.app).fetch('POST', '/api/auth/providers/demo/login', {
        payload: new URLSearchParams({ email: 'fgd@sawtooth.example', redirect }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    const { status, text, headers } = await signInFor(`/files/${id}`);
    expect([status, headers['set-cookie']]).toEqual([200, expect.anything()]);
    expect(text).toContain(`<meta http-equiv="refresh" content="0; url=/files/${id}">`);
    expect(text).toContain(`href="/files/${id}">Download</a>`);
    expect((await signInFor('/files/upload')).headers.location).toBe('/files/upload');
  });
});

test("a file's type comes from its content, and nothing in it is run", async () => {
  const { _id: id } = await publish(it, {
    fileName: 'page.pdf',
    content: '<!doctype html><script>alert(1)</script>',
    adGroups: '',
  });
  expect((await get(it, id)).headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-disposition': 'attachment; filename="page.pdf"',
    'content-security-policy': expect.stringContaining('sandbox'),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
  });
});

test('a download in progress finishes while the file is deleted for good; the next one is 404', {
  tags: 'long',
}, async () => {
  const content = randomBytes(24 * 1024 * 1024);
  const { _id: id } = await publish(it, {
    fileName: 'large.bin',
    content: new Uint8Array(content),
    adGroups: '',
  });
  const cookie = [...it.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const answer = await fetch(`${await server.listen()}/files/${id}`, { headers: { cookie } });
  const pieces: Uint8Array[] = [];
  for await (const piece of answer.body ?? []) {
    pieces.push(piece);
    if (pieces.length > 1) continue;
    const erased = await it.send(eraseFile, { params: { id }, body: { reason: 'Published by mistake' } });
    expect([erased.status, (await get(it, id)).status]).toEqual([204, 404]);
  }
  expect(Buffer.concat(pieces).equals(content)).toBe(true);
});

test('downloads of one person within ten minutes leave one entry, even when they come in pieces and at once', async () => {
  const { _id: id } = await publish(it, { adGroups: '' });
  const staff = await server.signIn('staff');
  const entries = async () => {
    const { rows } = await server.database.pool.query(
      `select actor_name from audit_entries where action = 'file.download' and subject_id = $1`,
      [id],
    );
    return rows.length;
  };
  await staff.fetch('HEAD', `/api/files/${id}`);
  expect(await entries()).toBe(0);
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_one, at) => get(staff, id, { range: `bytes=${at}-${at}` })),
  );
  expect(answers.map(({ status, text }) => `${status} ${text}`)).toEqual(
    ['A', ' ', 'p', 'a', 'p'].map((letter) => `206 ${letter}`),
  );
  expect(await entries()).toBe(1);
  await get(it, id);
  expect(await entries()).toBe(2);
});

test('my files are those of my groups; one that may not be downloaded from here says so, and expired ones are gone', async () => {
  const faculty = await server.signIn('fgd');
  const before = (await faculty.send(listMyFiles)).body.data.length;
  const mine = await publish(it, { adGroups: 'Domain-FGD' });
  const onCampus = await publish(it, { adGroups: 'Domain-FGD', ipAddresses: '10.0.0.0/8' });
  await publish(it, { adGroups: 'Domain-Business' });
  const withdrawn = await publish(it, { adGroups: 'Domain-FGD' });
  await it.send(withdrawFile, { params: { id: withdrawn._id } });
  expect((await get(faculty, withdrawn._id)).status).toBe(404);
  const { body } = await faculty.send(listMyFiles);
  expect(body.data).toHaveLength(before + 2);
  expect(body.data.slice(0, 2)).toMatchObject([
    { _id: onCampus._id, can: { download: false } },
    { _id: mine._id, can: { download: true } },
  ]);
  const second = await faculty.send(listMyFiles, { query: { page: 2, pageSize: 1 } });
  expect(second.body).toMatchObject({
    data: [{ _id: mine._id }],
    meta: { page: 2, pageSize: 1, total: before + 2 },
  });
  expect((await (await server.signIn('volunteer')).send(listMyFiles)).status).toBe(403);
});

test('the newest downloads of a file are found among thousands without reading them all', async () => {
  const { _id: id } = await publish(it, { adGroups: '' });
  const { pool } = server.database;
  await pool.query(
    `insert into file_downloads (version_id, person_id, slot, at)
      select v.id, gen_random_uuid(), i, now() - make_interval(mins => i)
      from file_versions v, generate_series(1, 20000) as i where v.file_id = $1`,
    [id],
  );
  await pool.query('vacuum analyze file_downloads');
  const read = async () => {
    const { body } = await it.send(readFileDetails, { params: { id } });
    expect(body.data.downloads).toHaveLength(50);
    expect(body.data.versions[0]?.downloads).toBe(20_000);
  };
  expect(await mostRowsRead(pool, 'left join people p on p.id = d.person_id', read)).toBeLessThan(200);
});
