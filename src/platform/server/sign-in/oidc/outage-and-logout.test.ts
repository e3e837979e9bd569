import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { accountOf, collegeForTests, ida } from './testing/college.ts';
import { callbackUrl, collegeEntry, home, openPortal } from './testing/portal.ts';
import { RealProvider } from './testing/real-provider.ts';

const college = collegeForTests();

describe('a provider that is down', () => {
  it('does not keep the portal from starting, and is used once it is up', async () => {
    const own = new RealProvider({ callbackUrl, homeUrl: home });
    await own.open();
    const { issuer } = own;
    await own.close();
    const server = await openPortal([collegeEntry(issuer)]);
    onTestFinished(async () => {
      await server.stop();
      await own.close();
    });
    const browser = college.visitor(server);
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

  it('when the browser comes back, results in a page with a way to try again', async () => {
    const browser = college.visitor();
    const callback = await browser.passProvider(await browser.begin('college', '/files'));
    await college.provider.close();
    onTestFinished(() => college.provider.open());
    const answer = await browser.navigate(callback);
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('/api/auth/providers/college/login?redirect=%2Ffiles');
    expect(college.refusals()).toEqual([expect.objectContaining({ reason: 'unreachable' })]);
  });
});

describe('two providers', () => {
  it('do not depend on each other: a person with a session of one that is down signs in by the other', async () => {
    const down = new RealProvider({ callbackUrl: callbackUrl.replace('college', 'down'), homeUrl: home });
    await down.open();
    const server = await openPortal([
      collegeEntry(college.provider.issuer),
      collegeEntry(down.issuer, { name: 'down', title: 'Another account' }),
    ]);
    onTestFinished(() => server.stop());
    down.people.set('sub-bo', { email: 'bo@sawtooth.example', name: 'Bo Tarn', groups: [] });
    down.signsIn = 'sub-bo';
    const browser = college.visitor(server);
    await browser.signIn('down');
    await down.close();
    await sql`update sessions set groups_read_at = now() - interval '2 hours',
      groups_tried_at = now() - interval '2 hours'`.execute(server.database.database);
    expect((await accountOf(browser.client)).status).toBe(503);
    expect((await browser.signIn('college', '/files')).headers.location).toBe('/files');
    expect((await accountOf(browser.client)).body).toMatchObject({ email: 'ida@sawtooth.example' });
  });

  it('cannot finish what the other began', async () => {
    const logLines: Record<string, unknown>[] = [];
    const entries = [
      collegeEntry(college.provider.issuer),
      collegeEntry(college.provider.issuer, { name: 'other' }),
    ];
    const server = await openPortal(entries, { logLines });
    onTestFinished(() => server.stop());
    const browser = college.visitor(server);
    const callback = await browser.passProvider(await browser.begin('college'));
    const answer = await browser.navigate(callback.replace('/college/', '/other/'));
    expect(answer.status).toBe(400);
    // Before the other one is asked: it would be sent a code that is not its own.
    expect(logLines.filter(({ msg }) => msg === 'sign-in refused')).toMatchObject([
      { finding: 'of another sign-in' },
    ]);
    expect(browser.client.cookies.has('quad-session')).toBe(false);
  });
});

describe('logging out', () => {
  it('by a link ends the session here and goes to the provider, which uses the hint', async () => {
    const browser = college.visitor();
    await browser.signIn('college');
    const answer = await browser.client.fetch('GET', '/api/auth/providers/college/logout', {
      headers: { 'sec-fetch-mode': 'navigate' },
    });
    expect(answer.status).toBe(303);
    const address = new URL(String(answer.headers.location));
    expect(address.origin).toBe(college.provider.issuer);
    expect(address.searchParams.get('post_logout_redirect_uri')).toBe(home);
    expect(address.searchParams.has('id_token_hint')).toBe(true);
    expect((await fetch(address, { redirect: 'manual' })).status).toBe(200);
    expect((await accountOf(browser.client)).status).toBe(401);
  });

  it.each(['GET', 'POST'] as const)(
    'of someone with many groups, by %s, leads to an address that providers and proxies take',
    async (method) => {
      const groups = Array.from({ length: 25 }, (_, index) => `guid-${index}-of-a-group-of-another-system`);
      college.provider.people.set('sub-ida', { ...ida, groups });
      const browser = college.visitor();
      await browser.signIn('college');
      const { headers } = await browser.client.fetch(method, '/api/auth/providers/college/logout', {
        headers: {
          'sec-fetch-mode': 'navigate',
          ...(method === 'GET' ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        },
      });
      const address = String(headers.location ?? headers.refresh);
      expect(address).toContain(`post_logout_redirect_uri=${encodeURIComponent(home)}`);
      expect(address.length).toBeLessThan(2_010);
    },
  );

  it('lets no one back in without a prompt, even if the provider still knows them', async () => {
    const browser = college.visitor();
    await browser.signIn('college');
    const promptNow = async () =>
      new URL(await browser.begin('college', '/files')).searchParams.get('prompt');
    expect(await promptNow()).toBe(null);
    await browser.client.fetch('GET', '/api/auth/providers/college/logout', {
      headers: { 'sec-fetch-mode': 'navigate' },
    });
    // As a page in another tab does, which notices that no one is signed in.
    expect(await promptNow()).toBe('login');
    await browser.signIn('college');
    expect(await promptNow()).toBe(null);
    // Ended from another device.
    await sql`with gone as (delete from sessions returning token_hash)
      insert into ended_sessions (token_hash) select token_hash from gone`.execute(college.database);
    expect((await accountOf(browser.client)).status).toBe(401);
    expect(await promptNow()).toBe('login');
  });

  it('lets no one back in by a renewal without a prompt that was under way in another tab', async () => {
    const browser = college.visitor();
    await browser.signIn('college');
    await sql`update sessions set expires_at = now()`.execute(college.database);
    const renewal = await browser.begin('college', '/files');
    expect(new URL(renewal).searchParams.get('prompt')).toBe('none');
    const callback = await browser.passProvider(renewal);
    await browser.client.fetch('GET', '/api/auth/providers/college/logout', {
      headers: { 'sec-fetch-mode': 'navigate' },
    });
    const { headers } = await browser.navigate(callback);
    expect(new URL(String(headers.location)).searchParams.get('prompt')).toBe('login');
    expect((await accountOf(browser.client)).status).toBe(401);
  });

  it('adds to the prompt that the college always asks for, or asks for none', async () => {
    for (const [entry, prompt] of [
      [{ parameters: { prompt: 'consent' } }, 'login consent'],
      [{ promptAfterSignOut: 'select_account' }, 'select_account'],
      [{ promptAfterSignOut: false, parameters: { prompt: 'consent' } }, 'consent'],
    ] as const) {
      const server = await openPortal([collegeEntry(college.provider.issuer, entry)]);
      onTestFinished(() => server.stop());
      const browser = college.visitor(server);
      await browser.client.fetch('POST', '/api/auth/providers/college/logout', {
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'postLogoutRedirectUri=/',
      });
      expect(new URL(await browser.begin('college')).searchParams.get('prompt')).toBe(prompt);
    }
  });

  it('by the button shows a page of ours that goes on: a form may not end at another origin', async () => {
    const browser = college.visitor();
    await browser.signIn('college');
    const answer = await browser.client.fetch('POST', '/api/auth/providers/college/logout', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'postLogoutRedirectUri=/',
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-security-policy']).toContain("form-action 'self'");
    expect(String(answer.headers.refresh)).toMatch(new RegExp(`^0; url=${college.provider.issuer}/`));
    expect(answer.text).toContain(`href="${college.provider.issuer}/`);
    expect((await accountOf(browser.client)).status).toBe(401);
  });

  it('works while the provider is down', async () => {
    const own = college.visitor();
    await own.signIn('college');
    await college.ageGroups(4_000);
    await college.provider.close();
    onTestFinished(() => college.provider.open());
    const answer = await own.client.fetch('GET', '/api/auth/providers/college/logout', {
      headers: { 'sec-fetch-mode': 'navigate' },
    });
    expect(answer.status).toBe(303);
    expect(await college.database.selectFrom('sessions').select('id').execute()).toHaveLength(0);
  });
});
