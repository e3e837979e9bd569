import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestClient } from '../testing/test-client.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';

const logout = '/api/auth/providers/demo/logout';
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.stop());

const isSignedIn = async (client: TestClient) =>
  (await client.fetch('GET', '/api/auth/account')).status === 200;
const form = (fields: Record<string, string>) => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: new URLSearchParams(fields).toString(),
});

describe('a person who opens the logout address', () => {
  it.each(['same-origin', 'none'])('by navigating there (%s) is signed out', async (site) => {
    const client = await server.signIn('staff');
    const headers = { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' };
    const answer = await client.fetch('GET', logout, { headers });
    expect([answer.status, answer.headers.location]).toEqual([303, '/']);
    expect(client.cookies.has('quad-session')).toBe(false);
    expect(String(answer.headers['set-cookie'])).toMatch(/^quad-session=; Max-Age=0/);
  });

  it('ends up where the address says, as long as that is a page of ours', async () => {
    for (const [wanted, target] of [
      ['/files', '/files'],
      ['http://localhost:3000/files?page=2', '/files?page=2'],
      ['https://evil.com/', '/'],
      ['//evil.com', '/'],
      ['/\\evil.com', '/'],
      ['/api/auth/providers/demo/login', '/'],
      ['/r/flyer', '/'],
    ]) {
      const client = await server.signIn('staff');
      const answer = await client.fetch(
        'GET',
        `${logout}?postLogoutRedirectUri=${encodeURIComponent(wanted ?? '')}`,
        {
          headers: { 'sec-fetch-mode': 'navigate' },
        },
      );
      expect([wanted, answer.headers.location]).toEqual([wanted, target]);
    }
  });

  it('with HEAD stays signed in', async () => {
    const client = await server.signIn('staff');
    const answer = await client.fetch('HEAD', logout, { headers: { 'sec-fetch-mode': 'navigate' } });
    expect([answer.status, answer.headers['set-cookie']]).toEqual([200, undefined]);
    expect(await isSignedIn(client)).toBe(true);
  });

  it('without a session is redirected all the same', async () => {
    const answer = await server.visitor.fetch('GET', logout, { headers: { 'sec-fetch-mode': 'navigate' } });
    expect([answer.status, answer.headers.location]).toEqual([303, '/']);
  });
});

describe('everything else that can make a browser send a GET', () => {
  it.each<[string, Record<string, string>]>([
    [
      'an image on a foreign page',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    ],
    ['a link on a foreign page', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    ['a link on a sibling host', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' }],
    ['an image on a page of ours', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' }],
    ['a script on a page of ours', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' }],
    [
      'a prefetch',
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-purpose': 'prefetch' },
    ],
    [
      'a prerender',
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-purpose': 'prefetch;prerender' },
    ],
    ...[{ purpose: 'prefetch' }, { 'x-purpose': 'preview' }, { 'x-moz': 'prefetch' }].map(
      (mark): [string, Record<string, string>] => [
        `a prefetch of an older browser (${Object.keys(mark)})`,
        { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', ...mark },
      ],
    ),
    ['a browser that does not say', { 'sec-fetch-site': '', 'sec-fetch-mode': '' }],
    ['a browser that says only half of it', { 'sec-fetch-site': '', 'sec-fetch-mode': 'navigate' }],
  ])('does not sign out: %s gets a page with a button', async (_what, headers) => {
    const client = await server.signIn('staff');
    const answer = await client.fetch('GET', `${logout}?postLogoutRedirectUri=/files`, { headers });
    expect(answer.status).toBe(200);
    expect(answer.text).toContain(`<form method="post" action="${logout}">`);
    expect(answer.text).toContain('name="postLogoutRedirectUri" value="/files"');
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(await isSignedIn(client)).toBe(true);
  });

  it('never puts a foreign address into that page', async () => {
    const address = `${logout}?postLogoutRedirectUri=${encodeURIComponent('https://evil.com/"><script>')}`;
    const answer = await server.visitor.fetch('GET', address);
    expect(answer.text).not.toMatch(/evil|<script/);
  });
});

describe('the button', () => {
  it('signs out and goes to the page that was requested', async () => {
    const client = await server.signIn('staff');
    const answer = await client.fetch('POST', logout, form({ postLogoutRedirectUri: '/files' }));
    expect([answer.status, answer.headers.location]).toEqual([303, '/files']);
    expect(await isSignedIn(client)).toBe(false);
  });

  it('does nothing when another site presses it', async () => {
    const client = await server.signIn('staff');
    const request = form({ postLogoutRedirectUri: '/' });
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': '', origin: 'https://evil.com' },
      { 'sec-fetch-site': '' },
    ]) {
      const answer = await client.fetch('POST', logout, {
        ...request,
        headers: { ...request.headers, ...headers },
      });
      expect(answer.status).toBe(403);
    }
    expect(await isSignedIn(client)).toBe(true);
  });
});
