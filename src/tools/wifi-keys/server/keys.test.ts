import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { addDeviceKey, createWifiKey, deleteWifiKey, readWifiKey } from '../contract.ts';
import { wifiKeysServer } from './index.ts';

let server: TestServer;
const logLines: Record<string, unknown>[] = [];
beforeAll(async () => {
  server = await createTestServer({ tools: [wifiKeysServer], logLines });
});
afterAll(() => server.stop());
afterEach(async () => {
  await server.database.pool.query('delete from wifi_keys');
  await server.database.pool.query('delete from throttle_counters');
});

const email = 'student@sawtooth.example';
const person = { firstName: 'Sasha', lastName: 'Student', email };

test('a person has no key, creates one, and finds it again', async () => {
  const student = await server.signIn('student');
  const none = await student.send(readWifiKey, { query: { email } });
  expect(none).toMatchObject({ status: 404, body: { reason: 'no-key' } });
  const made = await student.send(createWifiKey, { body: person });
  expect(made.status).toBe(201);
  expect(made.body.password).toMatch(/^[2-9A-HJ-NP-Za-km-np-z]{16}$/);
  expect(Date.parse(made.body.expired_time)).toBeGreaterThan(Date.now() + 13 * 86_400_000);
  const found = await student.send(readWifiKey, { query: { email: ` ${email.toUpperCase()} ` } });
  expect(found).toMatchObject({ status: 200, body: made.body });
  expect((await student.send(createWifiKey, { body: person })).body).toEqual(made.body);
});

test("the account's name is used, whatever the request says", async () => {
  const student = await server.signIn('student');
  const made = await student.send(createWifiKey, {
    body: { firstName: 'x'.repeat(201), lastName: 7, email },
  });
  expect(made.status).toBe(201);
});

test('twenty tabs that ask at once get one key', async () => {
  const student = await server.signIn('student');
  const askTwenty = () =>
    Promise.all(Array.from({ length: 20 }, () => student.send(createWifiKey, { body: person })));
  const first = await askTwenty();
  expect(new Set(first.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(first.map(({ text }) => text)).size).toBe(1);

  await server.database.pool.query(`update wifi_keys set expires_at = now() - interval '1 minute'`);
  const next = await askTwenty();
  expect(new Set(next.map(({ text }) => text)).size).toBe(1);
  expect(next[0]?.body.id).not.toBe(first[0]?.body.id);
  expect(next[0]?.body.password).not.toBe(first[0]?.body.password);
  const { rows } = await server.database.pool.query('select id from wifi_keys');
  expect(rows).toEqual([{ id: next[0]?.body.id }]);
});

test('a key is replaced by one request, which can be repeated, and by no one else', async () => {
  const student = await server.signIn('student');
  const { body: old } = await student.send(createWifiKey, { body: person });
  const replace = () => student.send(createWifiKey, { body: { ...person, replaces: old.id } });
  const answers = [...(await Promise.all([replace(), replace(), replace()])), await replace()];
  const { body: fresh } = await student.send(readWifiKey);
  expect(fresh.password).not.toBe(old.password);
  for (const { body } of answers) expect(body).toEqual(fresh);
  const { rows } = await server.database.pool.query(
    `select action from audit_entries where subject_id = $1 order by at`,
    [fresh.id],
  );
  expect(rows).toEqual([{ action: 'wifi-key.replace' }]);

  const faculty = await server.signIn('faculty');
  await faculty.send(createWifiKey, { body: { replaces: fresh.id } });
  expect((await student.send(readWifiKey)).body).toEqual(fresh);
});

test('an expired key is sent with its time, deleted, and re-created', async () => {
  const student = await server.signIn('student');
  const { body: old } = await student.send(createWifiKey, { body: person });
  await server.database.pool.query(`update wifi_keys set expires_at = '2026-05-31T12:00:00Z'`);
  const expired = await student.send(readWifiKey, { query: { email } });
  expect(expired.body).toMatchObject({ id: old.id, expired_time: '2026-05-31T12:00:00.000Z' });
  expect((await student.send(deleteWifiKey, { query: { id: old.id } })).status).toBe(204);
  expect((await student.send(deleteWifiKey, { query: { id: old.id } })).status).toBe(404);
  const { body: fresh } = await student.send(createWifiKey, { body: person });
  expect(fresh.password).not.toBe(old.password);
});

test("no one learns another person's key, and no one can delete it", async () => {
  const student = await server.signIn('student');
  const { body: key } = await student.send(createWifiKey, { body: person });
  for (const other of ['faculty', 'it']) {
    const curious = await server.signIn(other);
    const asked = await curious.send(readWifiKey, { query: { email } });
    const unknown = await curious.send(readWifiKey, { query: { email: 'no.one@sawtooth.example' } });
    expect(asked.status).toBe(403);
    expect({ ...(asked.body as object), requestId: '' }).toEqual({
      ...(unknown.body as object),
      requestId: '',
    });
    // IT may create a first key for them, and does not see it.
    const made = await curious.send(createWifiKey, { body: person });
    expect([made.status, made.body.password]).toEqual(other === 'it' ? [201, ''] : [403, undefined]);
  }
  const faculty = await server.signIn('faculty');
  expect((await faculty.send(deleteWifiKey, { query: { id: key.id } })).status).toBe(404);
  expect((await student.send(readWifiKey)).body).toEqual(key);
});

test('the key is in no table, audit value, stored response, or log line', async () => {
  const student = await server.signIn('student');
  const headers = { 'idempotency-key': 'the-same-key' };
  const { body: first } = await student.send(createWifiKey, { body: person, headers });
  await student.send(deleteWifiKey, { query: { id: first.id }, headers });
  const { body: second } = await student.send(createWifiKey, { body: person, headers });
  expect(second.password).not.toBe(first.password);

  const { pool } = server.database;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`,
  );
  expect(tables.length).toBeGreaterThan(10);
  for (const { name } of tables) {
    const { rows } = await pool.query(`select t::text from ${name} t where position($1 in t::text) > 0`, [
      second.password,
    ]);
    expect([name, rows]).toEqual([name, []]);
  }
  const { rows: kept } = await pool.query(`select call from idempotency_keys where call ilike '%wifi%'`);
  expect(kept).toEqual([]);
  const { rows: entries } = await pool.query(
    `select action, sensitive from audit_entries where subject_type = 'wifi-key' and subject_id = any($1)`,
    [[first.id, second.id]],
  );
  expect(entries.map(({ action }) => action).toSorted()).toEqual([
    'wifi-key.create',
    'wifi-key.create',
    'wifi-key.delete',
  ]);
  for (const { sensitive } of entries) {
    const opened = sensitive === null ? '' : server.quad.platform.secrets.decrypt('audit', sensitive);
    expect(opened).not.toMatch(new RegExp(`${first.password}|${second.password}`));
  }
  expect(JSON.stringify(logLines)).not.toMatch(new RegExp(`${first.password}|${second.password}`));
});

test('someone who creates key after key has to wait', async () => {
  const student = await server.signIn('student');
  for (let made = 0; made < 20; made += 1) {
    const { body } = await student.send(createWifiKey, { body: person });
    await student.send(deleteWifiKey, { query: { id: body.id } });
  }
  const tooOften = { status: 429, body: { reason: 'too-often' } };
  expect(await student.send(createWifiKey, { body: person })).toMatchObject(tooOften);
  expect(await student.send(addDeviceKey, { body: { label: 'TV' } })).toMatchObject(tooOften);
});
