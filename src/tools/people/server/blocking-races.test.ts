import pg from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { TestClient } from '../../../platform/server/testing/test-client.ts';
import { startTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { changePerson } from '../contract.ts';
import { peopleServer } from './index.ts';
import { findPerson, isSignedIn } from './testing/people-office.ts';

async function openCollege() {
  const server = await startTestServer({ tools: [peopleServer] });
  const admin = await server.signIn('it');
  await server.signIn('staff');
  const { id } = await findPerson(admin, 'staff@');
  const decide = (blocked: boolean) => admin.send(changePerson, { params: { id }, body: { blocked } });
  return { server, decide };
}

/** Keeps every change from committing: each waits at its audit entry, with everything else done. */
async function holdCommits({ database }: TestServer) {
  const holder = new pg.Client(database.settings);
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('begin');
  await holder.query('lock table audit_entries in access exclusive mode');
  return { release: () => holder.query('rollback') };
}

/** Resolves when this many connections wait for a lock. */
const waiting = ({ database }: TestServer, count: number) =>
  vi.waitFor(
    async () => {
      const { rowCount } = await database.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      expect(rowCount).toBe(count);
    },
    { timeout: 10_000 },
  );

function attempt(server: TestServer) {
  const client = new TestClient(server.quad.app);
  const answer = client.fetch('POST', '/api/auth/providers/demo/login', {
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'email=staff%40sawtooth.example',
  });
  return { client, answer };
}

test('sign-ins in progress while a person is blocked create no session that becomes valid when they are unblocked', async () => {
  const { server, decide } = await openCollege();
  const hold = await holdCommits(server);
  const block = decide(true);
  await waiting(server, 1);
  // They saw the person unblocked, and now wait for the row that the block holds.
  const attempts = [attempt(server), attempt(server), attempt(server)];
  await waiting(server, 4);
  await hold.release();
  expect((await block).status).toBe(200);
  expect((await Promise.all(attempts.map(({ answer }) => answer))).map(({ status }) => status)).toEqual([
    403, 403, 403,
  ]);
  expect((await decide(false)).status).toBe(200);
  expect(await Promise.all(attempts.map(({ client }) => isSignedIn(client)))).toEqual([false, false, false]);
  expect(await isSignedIn(await server.signIn('staff'))).toBe(true);
});

test('a block that comes while a sign-in commits ends its session, and unblocking does not bring it back', async () => {
  const { server, decide } = await openCollege();
  const hold = await holdCommits(server);
  const { client, answer } = attempt(server);
  await waiting(server, 1);
  const block = decide(true);
  await waiting(server, 2);
  await hold.release();
  expect([(await answer).status, (await block).status]).toEqual([303, 200]);
  expect(await isSignedIn(client)).toBe(false);
  await decide(false);
  expect(await isSignedIn(client)).toBe(false);
});

test('unblocking brings no session back, however it outlived the block', async () => {
  const { server, decide } = await openCollege();
  const staff = await server.signIn('staff');
  await server.database.pool.query(`update people set disabled = true where email like 'staff@%'`);
  expect(await isSignedIn(staff)).toBe(false);
  expect((await decide(false)).status).toBe(200);
  expect(await isSignedIn(staff)).toBe(false);
});
