import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { openWayTo } from '../../../platform/server/jobs/testing/interruptible.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { openTestDatabase } from '../../../platform/server/testing/test-database.ts';
import { startTestServer } from '../../../platform/server/testing/test-server.ts';
import { changePerson, endPersonSessions, listPeople } from '../contract.ts';
import { peopleServer } from './index.ts';

const account = async (client: TestClient) => (await client.fetch('GET', '/api/auth/account')).status;

async function openCollege() {
  const database = await openTestDatabase();
  const way = await openWayTo(database);
  const server = await startTestServer({ tools: [peopleServer], database, connection: way.settings });
  const [admin, staff] = [await server.signIn('it'), await server.signIn('staff')];
  const { body } = await admin.send(listPeople, { query: { search: 'staff@', page: 1 } });
  const params = { id: body.data[0]?.id ?? '' };
  return { database, way, admin, staff, params };
}

test('N09: ending sessions and blocking while the database is down is an error for the administrator, not done', async () => {
  const { way, admin, staff, params } = await openCollege();
  way.close();
  const ended = await admin.send(endPersonSessions, { params });
  const blocked = await admin.send(changePerson, { params, body: { blocked: true } });
  expect([ended.status, blocked.status]).toEqual([503, 503]);
  expect(ended.headers).toMatchObject({ 'retry-after': '5' });
  await way.open();
  await vi.waitFor(async () => expect(await account(staff)).toBe(200), { timeout: 5_000 });
  expect((await admin.send(endPersonSessions, { params })).status).toBe(204);
  expect(await account(staff)).toBe(401);
});

test('N09: a database that goes away while it ends sessions is an error as well, and the sessions continue', async () => {
  const { database, admin, staff, params } = await openCollege();
  const holder = new pg.Client(database.settings);
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table audit_entries in access exclusive mode');
  const ended = admin.send(endPersonSessions, { params });
  await vi.waitFor(async () => expect(await database.someoneWaits()).toBe(true), { timeout: 5_000 });
  // The one that waits first: if the lock were released, it would commit before it is cut.
  await holder.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`);
  expect((await ended).status).toBe(503);
  await database.cutConnections();
  await vi.waitFor(async () => expect(await account(staff)).toBe(200), { timeout: 5_000 });
});
