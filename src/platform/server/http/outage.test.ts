import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { openWayTo } from '../jobs/testing/interruptible.ts';
import { sampleCalls, sampleTool } from '../testing/sample-tool.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { startTestServer } from '../testing/test-server.ts';

const fiveSeconds = { timeout: 5_000, interval: 50 };

async function startNotes(options: { closable?: boolean; logLines?: Record<string, unknown>[] } = {}) {
  const database = await openTestDatabase();
  await database.pool.query('create table notes (id uuid primary key, title text not null)');
  const way = await openWayTo(database);
  const { logLines } = options;
  const server = await startTestServer({
    tools: [sampleTool],
    database,
    connection: way.settings,
    variables: { QUAD_LOG_LEVEL: 'info' },
    ...(logLines === undefined ? {} : { logLines }),
  });
  const it = await server.signIn('it');
  const add = (title: string, key: string) =>
    it.send(sampleCalls.addNote, { body: { title }, headers: { 'idempotency-key': key } });
  const ready = () => server.visitor.fetch('GET', '/health/ready');
  const titles = async () =>
    (await database.pool.query('select title from notes')).rows.map(({ title }) => title);
  return { server, database, way, it, add, ready, titles };
}

test('N02: while a table is locked, writes are told to try again later and do not hang; the same key then writes once', async () => {
  const { database, add, ready, titles } = await startNotes();
  const holder = new pg.Client(database.settings);
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table notes in access exclusive mode');
  const begin = performance.now();
  const refused = await add('Lantern', 'key-1');
  expect(performance.now() - begin).toBeLessThan(10_000);
  expect(refused.status).toBe(503);
  expect(refused.headers).toMatchObject({ 'retry-after': '5' });
  expect((await ready()).status).toBe(200);
  await holder.end();
  expect((await add('Lantern', 'key-1')).status).toBe(201);
  expect((await add('Lantern', 'key-1')).status).toBe(201);
  expect(await titles()).toEqual(['Lantern']);
});

test('N02: while the database is down, everything says so, readiness too, and all is well within five seconds of its return', async () => {
  const { server, way, it, add, ready, titles } = await startNotes();
  expect((await ready()).status).toBe(200);
  way.close();
  const refused = await add('Lantern', 'key-1');
  expect(refused.status).toBe(503);
  expect(refused.headers).toMatchObject({ 'retry-after': '5' });
  expect(refused.body).toMatchObject({ title: 'Temporarily unavailable', status: 503 });
  const page = await it.fetch('GET', '/notes', {
    headers: { accept: 'text/html', 'sec-fetch-mode': 'navigate' },
  });
  expect(page.status).toBe(503);
  expect(page.text).toContain('<meta http-equiv="refresh" content="5">');
  const notReady = await ready();
  expect([notReady.status, notReady.headers['retry-after']]).toEqual([503, '5']);
  expect((await server.visitor.fetch('GET', '/health/live')).status).toBe(200);
  await way.open();
  await vi.waitFor(async () => expect((await add('Lantern', 'key-1')).status).toBe(201), fiveSeconds);
  expect((await ready()).status).toBe(200);
  expect(await titles()).toEqual(['Lantern']);
});

test('N02: connections that are cut while a write waits leave all of it or nothing', async () => {
  const { database, add, titles } = await startNotes();
  const holder = new pg.Client(database.settings);
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table notes in access exclusive mode');
  const answer = add('Lantern', 'key-1');
  await vi.waitFor(async () => expect(await database.someoneWaits()).toBe(true), fiveSeconds);
  await database.cutConnections();
  expect((await answer).status).toBe(503);
  const audited = async () =>
    (await database.pool.query("select 1 from audit_entries where action = 'note.create'")).rowCount;
  await vi.waitFor(async () => expect([await titles(), await audited()]).toEqual([[], 0]), fiveSeconds);
  await vi.waitFor(async () => expect((await add('Lantern', 'key-1')).status).toBe(201), fiveSeconds);
  expect([await titles(), await audited()]).toEqual([['Lantern'], 1]);
});

test('an outage under load is one line for each kind of error, not one for each request', async () => {
  const logLines: Record<string, unknown>[] = [];
  const { way, it } = await startNotes({ logLines });
  way.close();
  const answers = await Promise.all(Array.from({ length: 60 }, () => it.send(sampleCalls.countNotes)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  const errors = logLines.filter(({ level, kind }) => level === 'error' && kind !== undefined);
  expect(errors.length).toBeGreaterThan(0);
  expect(errors.length).toBe(new Set(errors.map(({ kind }) => kind)).size);
  await way.open();
});

test('readiness says within seconds that a database does not respond', async () => {
  const { server, way, ready } = await startNotes();
  expect((await ready()).status).toBe(200);
  way.freeze();
  const begin = performance.now();
  expect((await ready()).status).toBe(503);
  expect((await server.visitor.fetch('GET', '/health/live')).status).toBe(200);
  expect(performance.now() - begin).toBeLessThan(10_000);
  way.thaw();
  await vi.waitFor(async () => expect((await ready()).status).toBe(200), fiveSeconds);
});
