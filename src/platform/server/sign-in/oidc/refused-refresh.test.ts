import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { accountOf } from './testing/college.ts';
import { forgedCollegeForTests } from './testing/forged-college.ts';
import { sendJson } from './testing/forging-provider.ts';

const college = forgedCollegeForTests();

type Headers = Record<string, string>;
const html = { 'content-type': 'text/html' };
const json = { 'content-type': 'application/json' };

/** Signs in, ages the groups by this many seconds, and makes the provider respond like this at the path. */
async function signedInAndDue(
  { path, name = 'college', age = 901 }: { path: string; name?: string; age?: number },
  [status, headers, body]: [number, Headers, string],
) {
  if (path === '/token') college.provider.refreshToken = 'refresh';
  const { answer, client } = await college.signIn(name);
  expect(answer.status).toBe(303);
  await college.ageGroups(age);
  college.provider.answers.set(
    path,
    (_request, response) => void response.writeHead(status, headers).end(body),
  );
  return client;
}

describe('a refusal by the provider ends the session', () => {
  it.each<[string, number, Headers, string]>([
    ['400 without a body', 400, {}, ''],
    ['400 invalid_request', 400, json, '{"error":"invalid_request"}'],
    ['400 invalid_grant', 400, json, '{"error":"invalid_grant"}'],
    ['400 with a page', 400, html, '<html>No such session</html>'],
    ['400 with broken JSON', 400, json, '{"error":'],
    ['401 invalid_client', 401, { ...json, 'www-authenticate': 'Basic' }, '{"error":"invalid_client"}'],
    ['403 with a page', 403, html, '<html>Forbidden</html>'],
    ['404', 404, {}, ''],
  ])('%s to the refresh token', async (_what, ...answer) => {
    const client = await signedInAndDue({ path: '/token' }, answer);
    expect((await accountOf(client)).status).toBe(401);
    // A new sign-in is requested in the way for a person who may still be signed in there.
    const login = await client.fetch('GET', '/api/auth/providers/college/login?redirect=/files');
    expect(new URL(String(login.headers.location)).searchParams.get('prompt')).toBe('none');
    expect(college.logLines).toContainEqual(
      expect.objectContaining({
        msg: 'session ended: the provider no longer vouches for it',
        provider: 'college',
      }),
    );
  });

  it.each<[string, number, Headers, string]>([
    ['401', 401, {}, ''],
    ['401 with a challenge', 401, { 'www-authenticate': 'Bearer error="invalid_token"' }, ''],
    ['403 with a page', 403, html, '<html>Forbidden</html>'],
  ])('%s from userinfo', async (_what, ...answer) => {
    const client = await signedInAndDue({ path: '/userinfo', name: 'by-userinfo' }, answer);
    expect((await accountOf(client)).status).toBe(401);
  });

  it('and a portal that the provider refuses reads so in its log', async () => {
    const client = await signedInAndDue({ path: '/token' }, [401, json, '{"error":"invalid_client"}']);
    await accountOf(client);
    expect(college.logLines).toContainEqual(
      expect.objectContaining({
        advice: expect.stringContaining('Check clientId and clientSecret in provider "college"'),
      }),
    );
  });
});

describe('a claim for groups that userinfo leaves out', () => {
  const path = '/userinfo';
  const answer: [number, Headers, string] = [200, json, '{"sub":"sub-ida"}'];

  it('means no groups, where groups come from userinfo: the session goes on', async () => {
    college.provider.userInfo = { groups: ['guid-staff'] };
    const client = await signedInAndDue({ path, name: 'by-userinfo' }, answer);
    expect(await accountOf(client)).toMatchObject({ status: 200, body: { groups: [] } });
  });

  it('means nothing, where they come from the ID token: the browser signs in again', async () => {
    const client = await signedInAndDue({ path }, answer);
    expect((await accountOf(client)).status).toBe(401);
  });
});

describe('an outage of the provider', () => {
  it.each<[string, number, Headers, string]>([
    ['500', 500, json, '{"error":"server_error"}'],
    ['503 with a page', 503, html, '<html>Maintenance</html>'],
    ['408', 408, {}, ''],
    ['429', 429, json, '{"error":"slow_down"}'],
    ['a page with status 200', 200, html, '<html>Maintenance</html>'],
  ])('%s keeps the session with its last known groups', async (_what, ...answer) => {
    const client = await signedInAndDue({ path: '/token' }, answer);
    expect(await accountOf(client)).toMatchObject({ status: 200, body: { groups: ['Domain-Staff'] } });
  });

  it('a body that is cut off keeps the session with its last known groups', async () => {
    const cutOff = { ...json, 'content-length': '500' };
    // A provider of its own, since one that was waited for is not asked again for a while.
    const client = await signedInAndDue({ path: '/token', name: 'with-key' }, [
      200,
      cutOff,
      '{"access_token":"x"',
    ]);
    expect(await accountOf(client)).toMatchObject({ status: 200, body: { groups: ['Domain-Staff'] } });
  });

  it('after it replaced the refresh token loses no session: the next try uses the new one', async () => {
    college.provider.refreshToken = 'first';
    college.provider.userInfo = { groups: ['guid-staff'] };
    const { client } = await college.signIn('by-userinfo');
    const used: (string | null)[] = [];
    college.provider.answers.set('/token', (_request, response, body) => {
      used.push(new URLSearchParams(body).get('refresh_token'));
      const tokens = { access_token: 'access', token_type: 'Bearer', expires_in: 3_600 };
      sendJson(response, 200, { ...tokens, refresh_token: 'second' });
    });
    college.provider.answers.set('/userinfo', (_request, response) => void response.writeHead(503).end());
    await college.ageGroups(901);
    expect((await accountOf(client)).status).toBe(200);
    college.provider.answers.delete('/userinfo');
    await sql`update sessions set groups_failed_at = null`.execute(college.database);
    await college.ageGroups(901);
    expect(await accountOf(client)).toMatchObject({ status: 200, body: { groups: ['Domain-Staff'] } });
    expect(used).toEqual(['first', 'second']);
  });

  it('shows a page with the ways out after an hour: sign in again, or sign out', async () => {
    const client = await signedInAndDue({ path: '/token', age: 3_601 }, [503, {}, '']);
    const headers = { 'sec-fetch-mode': 'navigate', accept: 'text/html' };
    const page = await client.fetch('GET', '/files?page=2', { headers });
    expect(page.status).toBe(503);
    expect(page.text).toContain('what this portal knows about your access is more than an hour old');
    for (const name of ['college', 'entra']) {
      expect(page.text).toContain(`href="/api/auth/providers/${name}/login?redirect=%2Ffiles%3Fpage%3D2"`);
    }
    expect(page.text).toContain('action="/api/auth/providers/college/logout"');
    const browser = college.visitor();
    for (const [name, value] of client.cookies) browser.client.cookies.set(name, value);
    college.provider.answers.clear();
    const again = college.provider.authorize(await browser.begin('college', '/files?page=2'));
    expect((await browser.navigate(again)).headers.location).toBe('/files?page=2');

    await college.ageGroups(3_601);
    college.provider.answers.set('/token', (_request, response) => void response.writeHead(503).end());
    expect((await accountOf(browser.client)).status).toBe(503);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const out = await browser.client.fetch('POST', '/api/auth/providers/college/logout', {
      headers: form,
      payload: '',
    });
    expect(out.status).toBe(303);
    expect((await accountOf(browser.client)).status).toBe(401);
  });
});
