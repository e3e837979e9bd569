import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { TestClient } from '../../testing/test-client.ts';
import type { TestServer } from '../../testing/test-server.ts';
import { TestBrowser } from './testing/browser.ts';
import { callbackPath, callbackUrl, collegeEntry, home, openPortal } from './testing/portal.ts';
import { RealProvider } from './testing/real-provider.ts';

const ida = {
  email: 'ida@sawtooth.example',
  name: 'Ida Lorne',
  groups: ['guid-it', 'guid-staff', 'guid-of-another-system'],
};
const logLines: Record<string, unknown>[] = [];
let provider: RealProvider;
let portal: TestServer;
/** A second instance on the same database. */
let other: TestServer;

beforeAll(async () => {
  provider = new RealProvider({ callbackUrl, homeUrl: home });
  await provider.open();
  portal = await openPortal([collegeEntry(provider.issuer)], { logLines });
  other = await openPortal([collegeEntry(provider.issuer)], { database: portal.database });
});
afterAll(async () => {
  await other.stop();
  await portal.stop();
  await provider.close();
});
beforeEach(async () => {
  await portal.database.database.deleteFrom('people').execute();
  provider.people.clear();
  provider.people.set('sub-ida', { ...ida });
  provider.signsIn = 'sub-ida';
  logLines.length = 0;
});

const visitor = (server = portal) => new TestBrowser(new TestClient(server.quad.app));
const accountOf = (client: TestClient) => client.fetch('GET', '/api/auth/account');
const groupsOf = async (client: TestClient) =>
  ((await accountOf(client)).body as { groups: string[] }).groups;
const atOther = (client: TestClient) => {
  const same = new TestClient(other.quad.app);
  for (const [name, value] of client.cookies) same.cookies.set(name, value);
  return same;
};
const ageGroups = (seconds: number) =>
  sql`update sessions set groups_read_at = groups_read_at - make_interval(secs => ${seconds}),
    groups_tried_at = groups_tried_at - make_interval(secs => ${seconds}),
    groups_failed_at = groups_failed_at - make_interval(secs => ${seconds})`.execute(
    portal.database.database,
  );
/** Lets this process believe that it is later; the database keeps its own clock. */
const clockAhead = (milliseconds: number) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + milliseconds });
  onTestFinished(() => void vi.useRealTimers());
};
const refusals = () => logLines.filter(({ msg }) => msg === 'sign-in refused');

describe('signing in at an OpenID provider', () => {
  it('leads to the wanted page, with the person and the groups in our names', async () => {
    const browser = visitor();
    const answer = await browser.signIn('college', '/files?page=2');
    expect([answer.status, answer.headers.location]).toEqual([303, '/files?page=2']);
    expect((await accountOf(browser.client)).body).toMatchObject({
      name: 'Ida Lorne',
      givenName: 'Ida',
      familyName: 'Lorne',
      email: 'ida@sawtooth.example',
      groups: ['Domain-IT', 'Domain-Staff'],
      provider: 'college',
    });
    const dropped = logLines.filter(({ dropped }) => dropped !== undefined);
    expect(dropped).toEqual([expect.objectContaining({ provider: 'college', dropped: 1 })]);
    expect(JSON.stringify(logLines)).not.toMatch(/ida|Lorne|guid-of-another/i);
  });

  it('asks with PKCE, state and nonce, each of its own', async () => {
    const [one, two] = [await visitor().begin('college'), await visitor().begin('college')].map(
      (address) => new URL(address).searchParams,
    );
    expect(one?.get('code_challenge_method')).toBe('S256');
    expect(one?.get('response_type')).toBe('code');
    expect(one?.get('redirect_uri')).toBe(callbackUrl);
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(one?.get(name)).toMatch(/^[\w-]{43}$/);
      expect(one?.get(name)).not.toBe(two?.get(name));
    }
    expect(one?.has('prompt')).toBe(false);
  });

  it('keeps what it has to know in a cookie that only the server can read', async () => {
    const browser = visitor();
    const address = new URL(await browser.begin('college'));
    const [[name, value] = ['', '']] = [...browser.client.cookies];
    expect(name).toMatch(/^quad-sign-in-/);
    expect(value).not.toContain(address.searchParams.get('state'));
    expect(Buffer.from(value.split('.').at(-1) ?? '', 'base64url').toString('latin1')).not.toContain(
      'verifier',
    );
  });

  it('takes the same person for the same subject, with the newer name and address', async () => {
    await visitor().signIn('college');
    provider.people.set('sub-ida', {
      ...ida,
      name: 'Ida Lorne Marsh',
      email: 'ida.marsh@sawtooth.example',
      groups: [],
    });
    const browser = visitor();
    await browser.signIn('college');
    expect((await accountOf(browser.client)).body).toMatchObject({
      name: 'Ida Lorne Marsh',
      email: 'ida.marsh@sawtooth.example',
      groups: [],
    });
    expect(await portal.database.database.selectFrom('people').select('id').execute()).toHaveLength(1);
    const changes = await portal.database.database
      .selectFrom('audit_entries')
      .select(['before', 'after'])
      .where('action', '=', 'person.change')
      .execute();
    expect(changes).toEqual([
      expect.objectContaining({
        before: expect.objectContaining({ name: 'Ida Lorne' }),
        after: expect.objectContaining({ name: 'Ida Lorne Marsh' }),
      }),
    ]);
  });

  it('works in several tabs at once', async () => {
    const browser = visitor();
    const addresses = [
      await browser.begin('college', '/one'),
      await browser.begin('college', '/two'),
      await browser.begin('college', '/three'),
    ];
    const callbacks: string[] = [];
    for (const address of addresses) callbacks.push(await browser.passProvider(address));
    const targets: unknown[] = [];
    for (const callback of callbacks.reverse())
      targets.push((await browser.navigate(callback)).headers.location);
    expect(targets).toEqual(['/three', '/two', '/one']);
    expect((await accountOf(browser.client)).status).toBe(200);
  });

  it('never fills the headers with the cookies of tabs that were left', async () => {
    const browser = visitor();
    for (let tab = 0; tab < 30; tab += 1) await browser.begin('college', `/${'a'.repeat(1_900)}`);
    const size = [...browser.client.cookies].reduce(
      (sum, [name, value]) => sum + name.length + value.length,
      0,
    );
    expect(size).toBeLessThan(8_000);
    expect(
      (await browser.navigate(await browser.passProvider(await browser.begin('college', '/last')))).headers
        .location,
    ).toBe('/last');
  });

  it('cancelled by the person ends with a page that offers to try again at the same place', async () => {
    provider.signsIn = null;
    const browser = visitor();
    const answer = await browser.signIn('college', '/files');
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('You are not signed in');
    expect(answer.text).toContain('/api/auth/providers/college/login?redirect=%2Ffiles');
    expect(browser.client.cookies.has('quad-session')).toBe(false);
  });
});

describe('what comes back from the provider', () => {
  const refused = async (answer: { status: number; text: string }, client: TestClient) => {
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('cannot be finished');
    expect(client.cookies.has('quad-session')).toBe(false);
  };

  it('with the state of another browser is refused', async () => {
    const attacker = visitor();
    const callback = await attacker.passProvider(await attacker.begin('college'));
    const victim = visitor();
    await refused(await victim.navigate(callback), victim.client);
    await victim.begin('college');
    await refused(await victim.navigate(callback), victim.client);
    expect(refusals()).toHaveLength(2);
  });

  it('with another state than the code belongs to is refused', async () => {
    const browser = visitor();
    const first = await browser.begin('college');
    const callback = new URL(await browser.passProvider(await browser.begin('college')), home);
    callback.searchParams.set('state', new URL(first).searchParams.get('state') ?? '');
    await refused(await browser.navigate(callback.pathname + callback.search), browser.client);
  });

  it.each([
    ['without a state', (query: URLSearchParams) => query.delete('state')],
    ['with an empty state', (query: URLSearchParams) => query.set('state', '')],
    ['with two states', (query: URLSearchParams) => query.append('state', query.get('state') ?? '')],
    ['with a changed state', (query: URLSearchParams) => query.set('state', `${query.get('state')}x`)],
  ])('%s is refused', async (_what, change) => {
    const browser = visitor();
    const callback = new URL(await browser.passProvider(await browser.begin('college')), home);
    change(callback.searchParams);
    await refused(await browser.navigate(callback.pathname + callback.search), browser.client);
    expect(refusals()).toHaveLength(1);
  });

  it('is good once: not again in this browser, nor with kept cookies, nor at the other instance', async () => {
    const browser = visitor();
    const callback = await browser.passProvider(await browser.begin('college'));
    const frozen = new TestClient(portal.quad.app);
    const elsewhere = new TestClient(other.quad.app);
    for (const [name, value] of browser.client.cookies) {
      frozen.cookies.set(name, value);
      elsewhere.cookies.set(name, value);
    }
    expect((await browser.navigate(callback)).status).toBe(303);
    expect((await browser.navigate(callback)).status).toBe(400);
    await refused(await new TestBrowser(frozen).navigate(callback), frozen);
    await refused(await new TestBrowser(elsewhere).navigate(callback), elsewhere);
  });

  it('may be finished by another instance than began it', async () => {
    const browser = visitor();
    const callback = await browser.passProvider(await browser.begin('college', '/files'));
    const answer = await new TestBrowser(atOther(browser.client)).navigate(callback);
    expect([answer.status, answer.headers.location]).toEqual([303, '/files']);
  });

  it('with a code that has expired or was redeemed elsewhere is refused', async () => {
    const browser = visitor();
    const callback = await browser.passProvider(await browser.begin('college'));
    const code = await provider.provider.AuthorizationCode.find(
      new URL(callback, home).searchParams.get('code') ?? '',
    );
    await code?.destroy();
    await refused(await browser.navigate(callback), browser.client);
    expect(refusals()).toEqual([
      expect.objectContaining({ reason: 'state', finding: expect.stringContaining('invalid_grant') }),
    ]);
  });

  it('with the code of somebody else is refused: it does not fit the verifier', async () => {
    const attacker = visitor();
    const stolen =
      new URL(await attacker.passProvider(await attacker.begin('college')), home).searchParams.get('code') ??
      '';
    const browser = visitor();
    const callback = new URL(await browser.passProvider(await browser.begin('college')), home);
    callback.searchParams.set('code', stolen);
    await refused(await browser.navigate(callback.pathname + callback.search), browser.client);
  });

  it('from another issuer is refused, where two providers could be mixed up', async () => {
    const browser = visitor();
    const callback = new URL(await browser.passProvider(await browser.begin('college')), home);
    expect(callback.searchParams.get('iss')).toBe(provider.issuer);
    callback.searchParams.set('iss', 'https://evil.example');
    const answer = await browser.navigate(callback.pathname + callback.search);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('cannot be trusted');
    expect(browser.client.cookies.has('quad-session')).toBe(false);
  });

  it('after a quarter of an hour is too late', async () => {
    const browser = visitor();
    const callback = await browser.passProvider(await browser.begin('college'));
    clockAhead(901_000);
    await refused(await browser.navigate(callback), browser.client);
  });

  it('without any parameter is refused', async () => {
    const browser = visitor();
    await refused(await browser.navigate(callbackPath), browser.client);
  });
});

describe('whose account it is', () => {
  it('is never somebody else’s because of an equal address: the second subject waits for an administrator', async () => {
    const first = visitor();
    await first.signIn('college');
    provider.people.set('sub-other', {
      email: 'IDA@sawtooth.example',
      name: 'Somebody Else',
      groups: ['guid-staff'],
    });
    provider.signsIn = 'sub-other';
    const second = visitor();
    const answer = await second.signIn('college');
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('An administrator has to link your accounts');
    expect(second.client.cookies.has('quad-session')).toBe(false);
    expect((await accountOf(first.client)).body).toMatchObject({ name: 'Ida Lorne' });
    await visitor().signIn('college');
    const requests = await portal.database.database.selectFrom('link_requests').selectAll().execute();
    expect(requests).toEqual([
      expect.objectContaining({
        provider: 'college',
        subject: 'sub-other',
        email: 'ida@sawtooth.example',
        name: 'Somebody Else',
      }),
    ]);
  });

  it('is the earlier one for both subjects once an administrator has linked them', async () => {
    await visitor().signIn('college');
    provider.people.set('sub-other', { ...ida, name: 'Ida L. Marsh', groups: ['guid-staff'] });
    provider.signsIn = 'sub-other';
    expect((await visitor().signIn('college')).status).toBe(403);
    await sql`insert into identities (provider, subject, person_id) select provider, subject, person_id
      from link_requests`.execute(portal.database.database);
    const linked = visitor();
    await linked.signIn('college');
    expect(await groupsOf(linked.client)).toEqual(['Domain-Staff']);
    expect(await portal.database.database.selectFrom('people').select('id').execute()).toHaveLength(1);
    // Each way in keeps its own groups: the weaker one never borrows those of the stronger.
    provider.signsIn = 'sub-ida';
    const first = visitor();
    await first.signIn('college');
    expect(await groupsOf(first.client)).toEqual(['Domain-IT', 'Domain-Staff']);
    expect(await groupsOf(linked.client)).toEqual(['Domain-Staff']);
  });

  it('is a new one once the college has given the address to somebody else', async () => {
    const first = visitor();
    await first.signIn('college');
    await portal.database.database
      .updateTable('people')
      .set({ disabled: true, email_released_at: new Date() })
      .execute();
    provider.people.set('sub-other', { ...ida, name: 'Ida Newcomer', groups: [] });
    provider.signsIn = 'sub-other';
    const second = visitor();
    await second.signIn('college');
    expect((await accountOf(second.client)).body).toMatchObject({ name: 'Ida Newcomer', groups: [] });
    provider.signsIn = 'sub-ida';
    expect((await visitor().signIn('college')).text).toContain('Your account is blocked');
  });

  it('stays as it was when the address that the provider tells now belongs to somebody else', async () => {
    const first = visitor();
    await first.signIn('college');
    provider.people.set('sub-bo', { email: 'bo@sawtooth.example', name: 'Bo Tarn', groups: [] });
    provider.signsIn = 'sub-bo';
    await visitor().signIn('college');
    provider.people.set('sub-bo', { email: 'ida@sawtooth.example', name: 'Bo Tarn', groups: [] });
    const again = visitor();
    await again.signIn('college');
    expect((await accountOf(again.client)).body).toMatchObject({
      name: 'Bo Tarn',
      email: 'bo@sawtooth.example',
    });
    expect((await accountOf(first.client)).body).toMatchObject({
      name: 'Ida Lorne',
      email: 'ida@sawtooth.example',
    });
  });

  it('is made once when the same new person signs in in two tabs at once', async () => {
    const [one, two] = [visitor(), visitor()];
    const callbacks = [
      await one.passProvider(await one.begin('college')),
      await two.passProvider(await two.begin('college')),
    ];
    const answers = await Promise.all([
      one.navigate(callbacks[0] ?? ''),
      new TestBrowser(atOther(two.client)).navigate(callbacks[1] ?? ''),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(await portal.database.database.selectFrom('people').select('id').execute()).toHaveLength(1);
  });
});

describe('groups of a session that lives', () => {
  const tokenRequests = () => provider.requests.filter((path) => path === '/token').length;

  it('are read again by the refresh token, again and again', async () => {
    const browser = visitor();
    await browser.signIn('college');
    for (const groups of [['guid-staff'], ['guid-it'], []]) {
      provider.people.set('sub-ida', { ...ida, groups });
      await ageGroups(901);
      expect(await groupsOf(browser.client)).toEqual(
        groups.map((group) => (group === 'guid-it' ? 'Domain-IT' : 'Domain-Staff')),
      );
    }
  });

  it('are asked for once, however many requests and instances want them: a refresh token is good once', async () => {
    const browser = visitor();
    await browser.signIn('college');
    provider.people.set('sub-ida', { ...ida, groups: ['guid-staff'] });
    await ageGroups(901);
    const before = tokenRequests();
    const clients = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? browser.client : atOther(browser.client),
    );
    const all = await Promise.all(clients.map(groupsOf));
    expect(all).toEqual(Array(20).fill(['Domain-Staff']));
    expect(tokenRequests() - before).toBe(1);
  });

  it('end with the account at the provider, at both instances', async () => {
    const browser = visitor();
    await browser.signIn('college');
    provider.people.delete('sub-ida');
    await ageGroups(901);
    expect((await accountOf(browser.client)).status).toBe(401);
    expect((await accountOf(atOther(browser.client))).status).toBe(401);
  });

  it('stay as last known while the provider cannot be reached, for at most an hour, then 503', async () => {
    const browser = visitor();
    await browser.signIn('college');
    await provider.close();
    onTestFinished(() => provider.open());
    await ageGroups(3_500);
    expect(await groupsOf(browser.client)).toEqual(['Domain-IT', 'Domain-Staff']);
    await ageGroups(95);
    expect((await accountOf(browser.client)).status).toBe(200);
    await ageGroups(10);
    const answer = await accountOf(browser.client);
    expect(answer.status).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);

    await provider.open();
    expect((await accountOf(browser.client)).status).toBe(503);
    await ageGroups(31);
    expect((await accountOf(browser.client)).status).toBe(200);
    await provider.close();
  });

  it('leave no token in the database that could be read', async () => {
    const browser = visitor();
    await browser.signIn('college');
    const [row] = await portal.database.database.selectFrom('sessions').select('provider_state').execute();
    expect(row?.provider_state).toMatch(/^v1\./);
    expect(JSON.stringify(row)).not.toMatch(/refreshToken|eyJ/);
  });
});

describe('a provider without refresh tokens', () => {
  const openOwn = async (accessTokenLife: number) => {
    const own = new RealProvider({ callbackUrl, homeUrl: home, refreshTokens: false, accessTokenLife });
    await own.open();
    const server = await openPortal([collegeEntry(own.issuer)]);
    onTestFinished(async () => {
      await server.stop();
      await own.close();
    });
    own.people.set('sub-ida', { ...ida });
    own.signsIn = 'sub-ida';
    const browser = visitor(server);
    await browser.signIn('college');
    const due = () =>
      sql`update sessions set groups_read_at = groups_read_at - interval '16 minutes',
        groups_tried_at = groups_tried_at - interval '16 minutes'`.execute(server.database.database);
    return { own, browser, due };
  };

  it('is asked by the access token while that holds', async () => {
    const { own, browser, due } = await openOwn(3_600);
    own.people.set('sub-ida', { ...ida, groups: ['guid-staff'] });
    await due();
    expect(await groupsOf(browser.client)).toEqual(['Domain-Staff']);
  });

  it('ends the session when there is no means left; the browser comes back silently', async () => {
    const { own, browser, due } = await openOwn(1);
    clockAhead(5_000);
    await due();
    expect((await accountOf(browser.client)).status).toBe(401);
    own.signsIn = null;
    const address = await browser.begin('college', '/files');
    expect(new URL(address).searchParams.get('prompt')).toBe('none');
    const answer = await browser.navigate(await browser.passProvider(address));
    expect([answer.status, answer.headers.location]).toEqual([303, '/files']);
    expect((await accountOf(browser.client)).status).toBe(200);
  });

  it('asks openly when the silent way is closed', async () => {
    const { browser, due } = await openOwn(1);
    clockAhead(5_000);
    await due();
    expect((await accountOf(browser.client)).status).toBe(401);
    browser.forgetProvider();
    const silent = await browser.navigate(
      await browser.passProvider(await browser.begin('college', '/files')),
    );
    expect(silent.status).toBe(303);
    const address = String(silent.headers.location);
    expect(new URL(address).searchParams.has('prompt')).toBe(false);
    const answer = await browser.navigate(await browser.passProvider(address));
    expect([answer.status, answer.headers.location]).toEqual([303, '/files']);
  });
});

describe('a provider that is down', () => {
  it('does not keep the portal from starting, and is found once it is there', async () => {
    const own = new RealProvider({ callbackUrl, homeUrl: home });
    await own.open();
    const { issuer } = own;
    await own.close();
    const server = await openPortal([collegeEntry(issuer)]);
    onTestFinished(async () => {
      await server.stop();
      await own.close();
    });
    const browser = visitor(server);
    const answer = await browser.navigate('/api/auth/providers/college/login?redirect=/files');
    expect(answer.status).toBe(503);
    expect(answer.headers['content-type']).toContain('text/html');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.text).toContain('cannot be reached');
    expect(answer.text).toContain('/api/auth/providers/college/login?redirect=%2Ffiles');

    await own.open();
    own.people.set('sub-ida', { ...ida });
    own.signsIn = 'sub-ida';
    expect((await browser.signIn('college', '/files')).headers.location).toBe('/files');
  });

  it('at the moment of the return gives a page with a way to try again', async () => {
    const browser = visitor();
    const callback = await browser.passProvider(await browser.begin('college', '/files'));
    await provider.close();
    onTestFinished(() => provider.open());
    const answer = await browser.navigate(callback);
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('/api/auth/providers/college/login?redirect=%2Ffiles');
    expect(refusals()).toEqual([expect.objectContaining({ reason: 'unreachable' })]);
  });
});

describe('two providers', () => {
  it('do not depend on each other: whoever has a session of one that is down signs in by the other', async () => {
    const down = new RealProvider({ callbackUrl: callbackUrl.replace('college', 'down'), homeUrl: home });
    await down.open();
    const server = await openPortal([
      collegeEntry(provider.issuer),
      collegeEntry(down.issuer, { name: 'down', title: 'Another account' }),
    ]);
    onTestFinished(() => server.stop());
    down.people.set('sub-bo', { email: 'bo@sawtooth.example', name: 'Bo Tarn', groups: [] });
    down.signsIn = 'sub-bo';
    const browser = visitor(server);
    await browser.signIn('down');
    await down.close();
    await sql`update sessions set groups_read_at = now() - interval '2 hours',
      groups_tried_at = now() - interval '2 hours'`.execute(server.database.database);
    expect((await accountOf(browser.client)).status).toBe(503);
    expect((await browser.signIn('college', '/files')).headers.location).toBe('/files');
    expect((await accountOf(browser.client)).body).toMatchObject({ email: 'ida@sawtooth.example' });
  });

  it('cannot finish what the other began', async () => {
    const server = await openPortal([
      collegeEntry(provider.issuer),
      collegeEntry(provider.issuer, { name: 'other' }),
    ]);
    onTestFinished(() => server.stop());
    const browser = visitor(server);
    const callback = await browser.passProvider(await browser.begin('college'));
    const answer = await browser.navigate(callback.replace('/college/', '/other/'));
    expect(answer.status).toBe(400);
    expect(browser.client.cookies.has('quad-session')).toBe(false);
  });
});

describe('logging out', () => {
  it('by a link ends the session here and goes to the provider, which takes the hint', async () => {
    const browser = visitor();
    await browser.signIn('college');
    const answer = await browser.client.fetch('GET', '/api/auth/providers/college/logout', {
      headers: { 'sec-fetch-mode': 'navigate' },
    });
    expect(answer.status).toBe(303);
    const address = new URL(String(answer.headers.location));
    expect(address.origin).toBe(provider.issuer);
    expect(address.searchParams.get('post_logout_redirect_uri')).toBe(home);
    expect((await fetch(address, { redirect: 'manual' })).status).toBe(200);
    expect((await accountOf(browser.client)).status).toBe(401);
  });

  it('by the button shows a page of ours that goes on: a form may not end at another origin', async () => {
    const browser = visitor();
    await browser.signIn('college');
    const answer = await browser.client.fetch('POST', '/api/auth/providers/college/logout', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'postLogoutRedirectUri=/',
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-security-policy']).toContain("form-action 'self'");
    expect(String(answer.headers.refresh)).toMatch(new RegExp(`^0; url=${provider.issuer}/`));
    expect(answer.text).toContain(`href="${provider.issuer}/`);
    expect((await accountOf(browser.client)).status).toBe(401);
  });

  it('works while the provider is down', async () => {
    const own = visitor();
    await own.signIn('college');
    await ageGroups(4_000);
    await provider.close();
    onTestFinished(() => provider.open());
    const answer = await own.client.fetch('GET', '/api/auth/providers/college/logout', {
      headers: { 'sec-fetch-mode': 'navigate' },
    });
    expect(answer.status).toBe(303);
    expect(await portal.database.database.selectFrom('sessions').select('id').execute()).toHaveLength(0);
  });
});
