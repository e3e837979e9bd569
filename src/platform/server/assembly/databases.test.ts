import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../db/database.ts';
import { warnOfConnections } from '../db/fitness.ts';
import { sampleCalls, sampleTool } from '../testing/sample-tool.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { startTestServer } from '../testing/test-server.ts';

/** Someone at an instance whose role may open so many connections. */
async function startWith(most: number, variables: Record<string, string> = {}) {
  const database = await openTestDatabase();
  const { settings, pool } = database;
  const role = `${settings.database}_few`;
  await pool.query(`create role ${role} login in role ${settings.user} connection limit ${most}`);
  onTestFinished(() => pool.query(`drop role ${role}`).then(() => undefined));
  // What it creates belongs to the owner, so the role can be dropped.
  await pool.query(`alter role ${role} set role ${settings.user}`);
  await pool.query('create table notes (id uuid, title text)');
  const connection = { ...settings, user: role };
  const server = await startTestServer({ tools: [sampleTool], database, connection, variables });
  const countOpen = async () =>
    (await pool.query('select from pg_stat_activity where usename = $1', [role])).rowCount;
  return { it: await server.signIn('it'), countOpen };
}

test('an instance opens no more connections than its setting says', async () => {
  const { it, countOpen } = await startWith(30, { QUAD_DATABASE_CONNECTIONS: '8' });
  const add = () =>
    it.send(sampleCalls.addNote, { body: { title: 'One' }, headers: { 'idempotency-key': randomUUID() } });
  // Enough for all connections. On a busy machine, more would wait for longer than a request may.
  const answers = await Promise.all([
    ...Array.from({ length: 16 }, () => [add(), it.send(sampleCalls.countNotes)]).flat(),
    ...Array.from({ length: 4 }, () => it.fetch('GET', '/health/ready')),
  ]);
  const refused = answers.filter(({ status }) => status !== 200 && status !== 201);
  expect(refused.map(({ status, text }) => `${status} ${text}`)).toEqual([]);
  expect(await countOpen()).toBeLessThanOrEqual(8);
});

test('an instance that may open fewer connections than its setting says is ready for as long as it can serve', async () => {
  const { it } = await startWith(8);
  const read = () => Promise.all(Array.from({ length: 20 }, () => it.send(sampleCalls.countNotes)));
  const ready = async () => (await it.fetch('GET', '/health/ready')).status;
  expect(new Set((await read()).map(({ status }) => status))).toEqual(new Set([200]));
  expect(await ready()).toBe(200);
  const reading = read();
  expect(await ready()).toBe(200);
  await reading;
});

test('a role or database limit that is too tight is reported', async () => {
  const { settings, pool } = await openTestDatabase();
  const name = settings.database;
  const role = `${name}_tight`;
  const open = openDatabase({ ...settings, user: role }, { size: 1 });
  onTestFinished(async () => {
    await open.close();
    await pool.query(`drop role ${role}`);
  });
  await pool.query(`create role ${role} login connection limit 25`);
  expect(await warnOfConnections(open.pool, 24)).toBe(null);
  await pool.query(`alter role ${role} connection limit 24`);
  expect(await warnOfConnections(open.pool, 24)).toContain(`The role "${role}" allows 24 connections`);
  expect(await warnOfConnections(open.pool, 12)).toBe(null);
  await pool.query(`alter database ${name} connection limit 12`);
  expect(await warnOfConnections(open.pool, 12)).toContain(`The database "${name}" allows 12 connections`);
  expect(await warnOfConnections(open.pool, 90)).toContain('opens up to 90 and a backup needs one more');
});
