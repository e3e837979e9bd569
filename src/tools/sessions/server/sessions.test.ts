import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { endOtherSessions, endOwnSession, listOwnSessions, sessionsCalls } from '../contract.ts';
import { sessionsServer } from './index.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ tools: [sessionsServer] });
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.database.database.deleteFrom('sessions').execute();
});

test.each(Object.values(sessionsCalls))('$name is for people who are signed in', async (call) => {
  const request = { params: { id: '0198a000-0000-7000-8000-000000000000' } } as never;
  expect((await server.visitor.send(call, request)).status).toBe(401);
  const person = await server.signIn('nogroups');
  expect((await person.send(call, request)).status).toBe(call === endOwnSession ? 404 : 200);
});

test('a person sees where they are signed in, and which session is this one', async () => {
  const phone = await server.signIn('staff');
  const desk = await server.signIn('staff');
  await server.signIn('student');
  const { data } = (await desk.send(listOwnSessions)).body;
  expect(data).toHaveLength(2);
  expect(data.filter(({ current }) => current)).toHaveLength(1);
  expect(data[0]).toMatchObject({ provider: 'demo', clientAddress: '127.0.0.1', device: expect.any(String) });
  const seenByPhone = (await phone.send(listOwnSessions)).body.data.find(({ current }) => current);
  expect(data.find(({ id }) => id === seenByPhone?.id)?.current).toBe(false);
  expect(JSON.stringify(data)).not.toMatch(/token|hash|state/);
});

test('ending a session ends it at once, and only once', async () => {
  const phone = await server.signIn('staff');
  const desk = await server.signIn('staff');
  const other = (await desk.send(listOwnSessions)).body.data.find(({ current }) => !current);
  const params = { id: other?.id ?? '' };
  expect((await desk.send(endOwnSession, { params })).status).toBe(204);
  expect((await phone.fetch('GET', '/api/auth/account')).status).toBe(401);
  expect((await desk.fetch('GET', '/api/auth/account')).status).toBe(200);
  expect(await desk.send(endOwnSession, { params })).toMatchObject({
    status: 404,
    body: { reason: 'unknown' },
  });
});

test('ending the current session signs out here', async () => {
  const desk = await server.signIn('staff');
  const [own] = (await desk.send(listOwnSessions)).body.data;
  expect((await desk.send(endOwnSession, { params: { id: own?.id ?? '' } })).status).toBe(204);
  expect((await desk.send(listOwnSessions)).status).toBe(401);
});

test('the session of someone else is unknown, and continues', async () => {
  const it = await server.signIn('it');
  const staff = await server.signIn('staff');
  const [own] = (await it.send(listOwnSessions)).body.data;
  expect((await staff.send(endOwnSession, { params: { id: own?.id ?? '' } })).status).toBe(404);
  expect((await staff.send(endOwnSession, { params: { id: 'nonsense' } })).status).toBe(404);
  expect((await it.send(listOwnSessions)).status).toBe(200);
});

test('signing out everywhere else leaves this session and those of others', async () => {
  const phone = await server.signIn('staff');
  const tablet = await server.signIn('staff');
  const student = await server.signIn('student');
  const desk = await server.signIn('staff');
  expect((await desk.send(endOtherSessions)).body).toEqual({ data: { ended: 2 } });
  expect((await desk.send(endOtherSessions)).body).toEqual({ data: { ended: 0 } });
  const alive = await Promise.all(
    [phone, tablet, student, desk].map((client) => client.send(listOwnSessions)),
  );
  expect(alive.map(({ status }) => status)).toEqual([401, 401, 200, 200]);
});

test('signing out everywhere else from two sessions at once leaves one of them', async () => {
  await server.signIn('staff');
  const clients = [await server.signIn('staff'), await server.signIn('staff')];
  const { pool } = server.database;
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('select from sessions order by created_at limit 1 for update');
  const both = Promise.all(clients.map((client) => client.send(endOtherSessions)));
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(2);
  await holder.query('commit');
  holder.release();
  expect((await both).map(({ status }) => status).sort()).toEqual([200, 401]);
  const alive = await Promise.all(clients.map((client) => client.send(listOwnSessions)));
  expect(alive.map(({ status }) => status).sort()).toEqual([200, 401]);
});

test('the audit log says what ended, and who ended it', async () => {
  await server.signIn('staff');
  const desk = await server.signIn('staff');
  await desk.send(endOtherSessions);
  const entries = await server.database.database
    .selectFrom('audit_entries')
    .select(['action', 'actor_name', 'subject_type'])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(entries.map(({ action }) => action).sort()).toEqual(['person.end-other-sessions', 'session.end']);
  expect(entries.every(({ actor_name }) => actor_name === 'Stellan Marbury')).toBe(true);
});

test('another site cannot end anything', async () => {
  const desk = await server.signIn('staff');
  const headers = { 'sec-fetch-site': 'cross-site' };
  expect((await desk.send(endOtherSessions, { headers })).status).toBe(403);
});
