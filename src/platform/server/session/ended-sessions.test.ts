import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signedOutCookie } from '../../contract/signed-out-cookie.ts';
import { byPermission } from '../change/verdict.ts';
import { TestClient } from '../testing/test-client.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.stop());

const account = '/api/auth/account';
const tokenOf = (client: TestClient) => client.cookies.get('quad-session') ?? '';

/** Whether a browser that still has the session's cookie is notified: by a call, and by a page. */
async function isNotified(client: TestClient): Promise<boolean[]> {
  const notified: boolean[] = [];
  for (const address of [account, '/']) {
    const browser = new TestClient(server.quad.app);
    browser.cookies.set('quad-session', tokenOf(client));
    await browser.fetch('GET', address);
    notified.push(browser.cookies.has(signedOutCookie));
  }
  return notified;
}

test('a logout leaves a cookie that scripts can read, and the next sign-in removes it', async () => {
  const client = await server.signIn('staff');
  const stale = tokenOf(client);
  const answer = await client.fetch('GET', '/api/auth/providers/demo/logout', {
    headers: { 'sec-fetch-mode': 'navigate' },
  });
  const line = [answer.headers['set-cookie']].flat().find((one) => String(one).startsWith(signedOutCookie));
  expect(line).toMatch(/=yes; Max-Age=34560000; Path=\/; SameSite=Lax$/i);
  const payload = 'email=staff@sawtooth.example';
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await client.fetch('POST', '/api/auth/providers/demo/login', { headers, payload });
  expect(client.cookies.has(signedOutCookie)).toBe(false);
  client.cookies.set('quad-session', stale);
  expect(await isNotified(client)).toEqual([true, true]);
});

test('the browser learns that an administrator ended its session', async () => {
  const client = await server.signIn('student');
  const { sessions, change } = server.quad.platform;
  const actor = await sessions.authenticate(tokenOf(client));
  if (actor === null) throw new Error('Nobody is signed in.');
  await change.changeAs({ actor, clientAddress: '127.0.0.1', requestId: crypto.randomUUID() })(
    async (unit) => {
      unit.demand(byPermission);
      await sessions.endAllOf(unit, actor.id);
    },
  );
  expect(await isNotified(client)).toEqual([true, true]);
});

test('nothing is said about an expired session, or without a cookie', async () => {
  const client = await server.signIn('faculty');
  await sql`update sessions set expires_at = now() - interval '1 second'`.execute(server.database.database);
  expect(await isNotified(client)).toEqual([false, false]);
  await server.quad.platform.sessions.expire();
  expect(await isNotified(client)).toEqual([false, false]);
  // The row is deleted after a week, or by a restore; a phone keeps the cookie.
  await server.database.database.deleteFrom('sessions').execute();
  expect(await isNotified(client)).toEqual([false, false]);
  expect((await server.visitor.fetch('GET', account)).headers['set-cookie']).toBeUndefined();
});

test('the browser of a session that had expired learns that an administrator has since ended all of them', async () => {
  const client = await server.signIn('volunteer');
  const { sessions, change } = server.quad.platform;
  const actor = await sessions.authenticate(tokenOf(client));
  if (actor === null) throw new Error('Nobody is signed in.');
  await sql`update sessions set expired_at = now()`.execute(server.database.database);
  await change.changeAs({ actor, clientAddress: '127.0.0.1', requestId: crypto.randomUUID() })(
    async (unit) => {
      unit.demand(byPermission);
      expect(await sessions.endAllOf(unit, actor.id)).toBe(0);
      unit.record({ action: 'session.end', subject: { type: 'session', id: actor.sessionId, columns: {} } });
    },
  );
  expect(await isNotified(client)).toEqual([true, true]);
});

test('a session that a sign-in in the same browser replaces is forgotten: no one ended it', async () => {
  const client = await server.signIn('staff');
  const stale = tokenOf(client);
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const payload = 'email=staff@sawtooth.example';
  await client.fetch('POST', '/api/auth/providers/demo/login', { headers, payload });
  expect(tokenOf(client)).not.toBe(stale);
  client.cookies.set('quad-session', stale);
  expect(await isNotified(client)).toEqual([false, false]);
});
