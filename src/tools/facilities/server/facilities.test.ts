import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { SettingsError } from '../../../platform/server/settings/mistakes.ts';
import { demoPeople } from '../../../platform/server/sign-in/demo/demo-people.ts';
import { copyCampus, type TestCampus } from '../../../platform/server/testing/test-campus.ts';
import {
  createTestServer,
  startTestServer,
  type TestServer,
} from '../../../platform/server/testing/test-server.ts';
import {
  facilitiesCalls,
  type PageName,
  pageName,
  readFacilitiesPage,
  revealFacilitiesSecret,
  secretName,
} from '../contract.ts';
import { facilities } from '../tool.ts';
import { facilitiesServer } from './index.ts';

const account = 'AC-5520-814';
const password = 'larch & 7 otters';

let campus: TestCampus;
let server: TestServer;
const logLines: Record<string, unknown>[] = [];

beforeAll(async () => {
  campus = copyCampus([]);
  server = await createTestServer({
    tools: [facilitiesServer],
    campusFolder: campus.folder,
    variables: { QUAD_FACILITIES_ACCOUNT: ` ${account} `, QUAD_FACILITIES_PASSWORD: password },
    logLines,
  });
});
afterAll(async () => {
  await server.stop();
  campus.remove();
});

function fileOf(page: PageName): string {
  return path.join(campus.folder, 'pages', `facilities-${page}.md`);
}

/** Puts the page back when the test ends. @returns its file */
function lend(page: PageName): string {
  const file = fileOf(page);
  const content = readFileSync(file);
  onTestFinished(() => writeFileSync(file, content));
  return file;
}

async function reveals(): Promise<unknown[]> {
  const { rows } = await server.database.pool.query(
    `select actor_kind, actor_name, subject_id, before, after, sensitive, client_address
     from audit_entries where action = 'facilities-secret.reveal' order by at`,
  );
  return rows;
}

test('signed out, every call refuses', async () => {
  const before = await reveals();
  for (const page of pageName.options) {
    const answer = await server.visitor.send(readFacilitiesPage, { params: { page } });
    expect(answer.status).toBe(401);
    expect(answer.text).not.toMatch(/key|Facilities Services/);
  }
  for (const secret of secretName.options) {
    expect((await server.visitor.send(revealFacilitiesSecret, { params: { secret } })).status).toBe(401);
  }
  expect(await reveals()).toEqual(before);
});

test('signed out, every page is a 200 with the shell and nothing of its text', async () => {
  for (const { path: address, title } of Object.values(facilities.screens)) {
    const answer = await server.visitor.fetch('GET', address, { headers: { accept: 'text/html' } });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(`<title>Quad | ${title}</title>`);
    expect(answer.text).not.toMatch(/Facilities Services|minimum|submittal|AC-5520|5520-814|otters/);
  }
  expect((await server.visitor.fetch('GET', '/departments/facilities/keys')).status).toBe(404);
});

test('every demo person reads every page', async () => {
  for (const { key } of demoPeople.flatMap(({ people }) => people)) {
    const client = await server.signIn(key);
    for (const page of pageName.options) {
      const { status, body, headers } = await client.send(readFacilitiesPage, { params: { page } });
      expect({ key, page, status }).toEqual({ key, page, status: 200 });
      expect(body.data.owner).toBe('Facilities Services');
      expect(headers['cache-control']).toBe('no-store');
    }
  }
});

test('the pages keep the facts of the policy', async () => {
  const staff = await server.signIn('staff');
  for (const page of ['building-access-policy', 'key-request-process'] as const) {
    const { text } = await staff.send(readFacilitiesPage, { params: { page } });
    expect(text).toContain('minimum of $100 per key');
    expect(text).toContain('five working days');
  }
});

test('the pages of the demo college link only to what exists', async () => {
  const staff = await server.signIn('staff');
  const ids = new Map<string, string[]>();
  const links: { page: PageName; href: string }[] = [];
  for (const page of pageName.options) {
    const { text } = await staff.send(readFacilitiesPage, { params: { page } });
    ids.set(
      `/departments/facilities/${page}`,
      Array.from(text.matchAll(/"id":"([^"]+)"/g), ([, id = '']) => id),
    );
    for (const [, href = ''] of text.matchAll(/"href":"([^"]+)"/g)) links.push({ page, href });
  }
  const inside = links.filter(({ href }) => href.startsWith('/departments/facilities/'));
  expect(inside.length).toBeGreaterThan(4);
  for (const { href } of inside) {
    const [address = '', id] = href.split('#');
    expect([...ids.keys()]).toContain(address);
    if (id !== undefined) expect(ids.get(address)).toContain(id);
  }
});

test('an unknown page name is 404', async () => {
  const staff = await server.signIn('staff');
  for (const page of [
    '..%2F..%2Fcampus',
    'facilities-key-request-process',
    'constructor',
    'KEY-REQUEST-PROCESS',
  ]) {
    expect((await staff.fetch('GET', `/api/departments/facilities/pages/${page}`)).status).toBe(404);
  }
});

test('a page whose last review was long ago says so', async () => {
  const staff = await server.signIn('staff');
  const page = 'work-order-system';
  writeFileSync(lend(page), '---\ntitle: T\nowner: O\nreviewed: 2019-05-06\n---\nText');
  const { body } = await staff.send(readFacilitiesPage, { params: { page } });
  expect(body.data).toMatchObject({ reviewedOn: '2019-05-06', reviewIsDue: true });
});

test('a page that was removed does not exist', async () => {
  const staff = await server.signIn('staff');
  const page = 'work-order-system';
  rmSync(lend(page));
  expect(await staff.send(readFacilitiesPage, { params: { page } })).toMatchObject({
    status: 404,
    body: { reason: 'withdrawn', detail: expect.stringContaining('ask Facilities') },
  });
});

test('a start without one of the pages names it', async () => {
  const lacking = copyCampus([]);
  onTestFinished(lacking.remove);
  rmSync(path.join(lacking.folder, 'pages', 'facilities-building-access-policy.md'));
  const start = startTestServer({ tools: [facilitiesServer], campusFolder: lacking.folder });
  await expect(start).rejects.toBeInstanceOf(SettingsError);
  await expect(start).rejects.toThrow("facilities-building-access-policy.md: This file doesn't exist");
});

test('a secret is only a button on the page, and shown on request, each time with an audit entry', async () => {
  const client = await server.signIn('faculty');
  const page = await client.send(readFacilitiesPage, { params: { page: 'key-request-process' } });
  expect(page.text).toContain('{"kind":"secret","secret":"account","label":"account number"}');
  expect(page.text).toContain('{"kind":"secret","secret":"password","label":"submittal password"}');
  expect(page.text).not.toMatch(/AC-5520|5520-814|otters|otherwise/);

  const before = (await reveals()).length;
  const first = await client.send(revealFacilitiesSecret, { params: { secret: 'account' } });
  expect(first).toMatchObject({ status: 200, body: { data: { value: account } } });
  expect(first.headers['cache-control']).toBe('no-store');
  const second = await client.send(revealFacilitiesSecret, {
    params: { secret: 'password' },
    headers: { 'idempotency-key': 'once' },
  });
  expect(second.body).toEqual({ data: { value: password } });
  await client.send(revealFacilitiesSecret, {
    params: { secret: 'password' },
    headers: { 'idempotency-key': 'once' },
  });
  const entry = {
    actor_kind: 'person',
    actor_name: expect.stringMatching(/\w/),
    before: null,
    after: null,
    sensitive: null,
    client_address: '127.0.0.1',
  };
  expect((await reveals()).slice(before)).toEqual([
    { ...entry, subject_id: 'account' },
    { ...entry, subject_id: 'password' },
    { ...entry, subject_id: 'password' },
  ]);
});

test('a shown secret is in no table and in no line of the log', async () => {
  const business = await server.signIn('business');
  for (const secret of secretName.options)
    expect((await business.send(revealFacilitiesSecret, { params: { secret } })).status).toBe(200);
  const { pool } = server.database;
  const { rows: tables } = await pool.query(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(5);
  for (const { name } of tables) {
    const { rows } = await pool.query(`select t::text as line from ${name} t`);
    expect(rows.map(({ line }) => line).join('\n'), name).not.toMatch(/AC-5520|5520-814|otters/);
  }
  const { rows: keys } = await pool.query(
    "select 1 from idempotency_keys where call = 'revealFacilitiesSecret'",
  );
  expect(keys).toEqual([]);
  expect(logLines.length).toBeGreaterThan(0);
  expect(JSON.stringify(logLines)).not.toMatch(/AC-5520|5520-814|otters/);
});

test('a secret is not shown through a link or to another site', async () => {
  const staff = await server.signIn('staff');
  const address = '/api/departments/facilities/secrets/account/reveal';
  expect((await staff.fetch('GET', address)).status).toBe(405);
  const foreign = { headers: { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' } };
  expect((await staff.fetch('POST', address, foreign)).status).toBe(403);
  expect((await staff.fetch('POST', '/api/departments/facilities/secrets/QUAD_SECRET/reveal')).status).toBe(
    404,
  );
});

test('one person may look often, but not endlessly; others are not affected', async () => {
  const student = await server.signIn('student');
  const params = { secret: 'account' } as const;
  const before = (await reveals()).length;
  const answers = await Promise.all(
    Array.from({ length: 25 }, () => student.send(revealFacilitiesSecret, { params })),
  );
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
  expect(refused).toHaveLength(5);
  expect(refused[0]?.body).toMatchObject({ reason: 'too-often' });
  expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused[0]?.text).not.toContain('AC-5520');
  expect((await reveals()).length - before).toBe(20);
  const volunteer = await server.signIn('volunteer');
  expect((await volunteer.send(revealFacilitiesSecret, { params })).status).toBe(200);
});

test('without a configured secret there is no button and nothing to show', async () => {
  const bare = await startTestServer({
    tools: [facilitiesServer],
    variables: { QUAD_FACILITIES_ACCOUNT: '  ' },
  });
  const staff = await bare.signIn('staff');
  for (const page of ['key-request-process', 'work-order-system'] as const) {
    const { text } = await staff.send(readFacilitiesPage, { params: { page } });
    expect(text).toContain('please ask Facilities Services for it');
    expect(text).not.toContain('"kind":"secret"');
  }
  for (const secret of secretName.options) {
    expect(await staff.send(revealFacilitiesSecret, { params: { secret } })).toMatchObject({
      status: 404,
      body: { reason: 'not-configured' },
    });
  }
  const { rows } = await bare.database.pool.query(
    "select 1 from audit_entries where subject_type = 'facilities-secret'",
  );
  expect(rows).toEqual([]);
});

test.each(Object.values(facilitiesCalls))('$name keeps no response for a repeated key', (call) => {
  expect('idempotent' in call).toBe(false);
});
