import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { TestClient } from '../../testing/test-client.ts';
import { TestBrowser } from './testing/browser.ts';
import { accountOf, clockAhead, collegeForTests } from './testing/college.ts';
import { callbackPath, home } from './testing/portal.ts';

const college = collegeForTests();

describe('what comes back from the provider', () => {
  const refused = async (answer: { status: number; text: string }, client: TestClient) => {
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('could not be completed');
    expect(client.cookies.has('quad-session')).toBe(false);
  };

  it('with the state of another browser is refused', async () => {
    const attacker = college.visitor();
    const callback = await attacker.passProvider(await attacker.begin('college'));
    const victim = college.visitor();
    await refused(await victim.navigate(callback), victim.client);
    await victim.begin('college');
    await refused(await victim.navigate(callback), victim.client);
    expect(college.refusals()).toHaveLength(2);
  });

  it('with a state that does not belong to the code is refused', async () => {
    const browser = college.visitor();
    const first = await browser.begin('college');
    const callback = new URL(await browser.passProvider(await browser.begin('college')), home);
    callback.searchParams.set('state', new URL(first).searchParams.get('state') ?? '');
    await refused(await browser.navigate(callback.pathname + callback.search), browser.client);
  });

  it.each([
    ['without a state', (query: URLSearchParams) => query.delete('state')],
    ['with an empty state', (query: URLSearchParams) => query.set('state', '')],
    ['with a changed state', (query: URLSearchParams) => query.set('state', `${query.get('state')}x`)],
  ])('%s is refused', async (_what, change) => {
    const browser = college.visitor();
    const callback = new URL(await browser.passProvider(await browser.begin('college')), home);
    change(callback.searchParams);
    await refused(await browser.navigate(callback.pathname + callback.search), browser.client);
    expect(college.refusals()).toHaveLength(1);
  });

  it('is accepted although any number of bad codes came from the same network', async () => {
    const other = college.visitor();
    const bad = new URL(await other.passProvider(await other.begin('college')), home);
    bad.searchParams.set('code', 'bad');
    expect((await other.navigate(bad.pathname + bad.search)).status).toBe(400);
    await sql`update throttle_counters set count = 1000000`.execute(college.database);
    const browser = college.visitor();
    const callback = await browser.passProvider(await browser.begin('college'));
    expect((await browser.navigate(callback)).status).toBe(303);
  });

  it.each(['state', 'code', 'iss'])('with %s twice is refused', async (name) => {
    const browser = college.visitor();
    const callback = new URL(await browser.passProvider(await browser.begin('college')), home);
    callback.searchParams.append(name, callback.searchParams.get(name) ?? '');
    const answer = await browser.navigate(callback.pathname + callback.search);
    expect([answer.status, answer.text.includes('could not be verified')]).toEqual([400, true]);
    expect(browser.client.cookies.has('quad-session')).toBe(false);
    expect(college.refusals()).toMatchObject([{ reason: 'token', finding: 'repeated parameter' }]);
  });

  it('is not used up by a HEAD or a prefetch, which sign no one in', async () => {
    const browser = college.visitor();
    const callback = await browser.passProvider(await browser.begin('college'));
    expect((await browser.client.fetch('HEAD', callback)).status).toBe(404);
    const headers = { 'x-moz': 'prefetch' };
    expect((await browser.client.fetch('GET', callback, { headers })).status).toBe(404);
    expect(browser.client.cookies.has('quad-session')).toBe(false);
    expect((await browser.navigate(callback)).status).toBe(303);
  });

  const elsewhere = /^http:\/\/localhost:\d+\/auth\?/;

  it('redeems nothing the second time: a browser with kept cookies is sent to the provider, here and at the other instance', async () => {
    const browser = college.visitor();
    const callback = await browser.passProvider(await browser.begin('college'));
    const frozen = new TestClient(college.portal.quad.app);
    const atOther = new TestClient(college.other.quad.app);
    for (const [name, value] of browser.client.cookies) {
      frozen.cookies.set(name, value);
      atOther.cookies.set(name, value);
    }
    const redeemed = () => college.provider.requests.filter((path) => path === '/token').length;
    const before = redeemed();
    expect((await browser.navigate(callback)).status).toBe(303);
    for (const client of [frozen, atOther]) {
      const answer = await new TestBrowser(client).navigate(callback);
      expect(answer.headers.location).toMatch(elsewhere);
      expect(client.cookies.has('quad-session')).toBe(false);
    }
    expect(redeemed() - before).toBe(1);
  });

  it('takes a signed-in person where they wanted to go the second time', async () => {
    const browser = college.visitor();
    const callback = await browser.passProvider(await browser.begin('college', '/files'));
    for (const _ of ['first', 'reload', 'back']) {
      expect((await browser.navigate(callback)).headers.location).toBe('/files');
      expect((await accountOf(browser.client)).body).toMatchObject({ email: 'ida@sawtooth.example' });
    }
    const sessions = await college.database.selectFrom('sessions').select('id').execute();
    expect(sessions).toHaveLength(1);
  });

  it('takes a signed-in person home after "Back" to a sign-in that is long past, and no one else', async () => {
    const browser = college.visitor();
    const callback = await browser.passProvider(await browser.begin('college', '/files'));
    await browser.navigate(callback);
    for (const name of browser.client.cookies.keys())
      if (name.startsWith('quad-sign-in-')) browser.client.cookies.delete(name);
    expect((await browser.navigate(callback)).headers.location).toBe('/');
    expect(college.refusals()).toEqual([]);
    browser.client.cookies.delete('quad-session');
    await refused(await browser.navigate(callback), browser.client);
  });

  it('twice at once signs the person in, even when the first response is lost; after that it says so', async () => {
    const browser = college.visitor();
    const callback = await browser.passProvider(await browser.begin('college', '/files'));
    const lost = college.atPortal(browser.client);
    expect((await new TestBrowser(lost).navigate(callback)).status).toBe(303);
    const again = String((await browser.navigate(callback)).headers.location);
    const next = await browser.passProvider(again);
    const alsoLost = college.atPortal(browser.client);
    expect((await browser.navigate(next)).headers.location).toBe('/files');
    expect((await accountOf(browser.client)).status).toBe(200);
    // A browser that accepts none of our cookies is not sent in circles.
    await refused(await new TestBrowser(alsoLost).navigate(next), alsoLost);
  });

  it('may be finished by another instance than began it', async () => {
    const browser = college.visitor();
    const callback = await browser.passProvider(await browser.begin('college', '/files'));
    const answer = await new TestBrowser(college.atOther(browser.client)).navigate(callback);
    expect([answer.status, answer.headers.location]).toEqual([303, '/files']);
  });

  it('with a code that has expired or was redeemed elsewhere is refused', async () => {
    const browser = college.visitor();
    const callback = await browser.passProvider(await browser.begin('college'));
    const code = await college.provider.provider.AuthorizationCode.find(
      new URL(callback, home).searchParams.get('code') ?? '',
    );
    await code?.destroy();
    await refused(await browser.navigate(callback), browser.client);
    expect(college.refusals()).toEqual([
      expect.objectContaining({ reason: 'state', finding: expect.stringContaining('invalid_grant') }),
    ]);
  });

  it("with someone else's code is refused: it does not match the verifier", async () => {
    const attacker = college.visitor();
    const stolen =
      new URL(await attacker.passProvider(await attacker.begin('college')), home).searchParams.get('code') ??
      '';
    const browser = college.visitor();
    const callback = new URL(await browser.passProvider(await browser.begin('college')), home);
    callback.searchParams.set('code', stolen);
    await refused(await browser.navigate(callback.pathname + callback.search), browser.client);
  });

  it('from another issuer is refused, where two providers could be mixed up', async () => {
    const browser = college.visitor();
    const callback = new URL(await browser.passProvider(await browser.begin('college')), home);
    expect(callback.searchParams.get('iss')).toBe(college.provider.issuer);
    callback.searchParams.set('iss', 'https://evil.example');
    const answer = await browser.navigate(callback.pathname + callback.search);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('could not be verified');
    expect(browser.client.cookies.has('quad-session')).toBe(false);
  });

  it('is too late after a quarter of an hour', async () => {
    const browser = college.visitor();
    const callback = await browser.passProvider(await browser.begin('college'));
    const kept = new Map(browser.client.cookies);
    clockAhead(901_000);
    await refused(await browser.navigate(callback), browser.client);
    // By us, before the provider is asked; its code has its own lifetime.
    expect(college.refusals()).toMatchObject([{ finding: 'too old' }]);
    // It stays too late for a browser that kept its cookie when the clock is set back.
    vi.useRealTimers();
    for (const [name, value] of kept) browser.client.cookies.set(name, value);
    const again = await browser.navigate(callback);
    expect(again.status).toBe(303);
    expect(browser.client.cookies.has('quad-session')).toBe(false);
  });

  it('without any parameter is refused', async () => {
    const browser = college.visitor();
    await refused(await browser.navigate(callbackPath), browser.client);
  });
});
