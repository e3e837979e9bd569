import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { accountOf } from '../oidc/testing/college.ts';
import { bo, ida, type SamlBrowser, samlCollegeForTests } from './testing/college.ts';

const college = samlCollegeForTests();

describe('which browser', () => {
  const refused = async (browser: SamlBrowser, response: string) => {
    const answer = await browser.arrive(response);
    expect([answer.status, answer.text.includes('could not be completed')]).toEqual([400, true]);
    expect(browser.client.cookies.has('quad-session')).toBe(false);
  };

  it('did not begin is not signed in: a response carried into another browser is refused', async () => {
    const attacker = college.visitor();
    const response = await attacker.pass();
    const victim = college.visitor();
    await refused(victim, response);
    await victim.begin('college');
    await refused(victim, response);
    expect(await college.sessions()).toBe(0);
  });

  it('is known at the other instance, too, and a response works once across all of them', async () => {
    const browser = college.visitor();
    const response = await browser.pass(ida, {}, '/files');
    const before = college.at(college.portal, browser);
    const second = college.at(college.other, browser);
    expect((await browser.arrive(response)).headers.location).toBe('/files');
    // Back or a reload, in the browser that is signed in.
    expect((await college.at(college.other, browser).arrive(response)).headers.location).toBe('/files');
    // With the earlier cookies: it is asked to sign in again, and nothing in the response counts.
    for (const again of [before, second]) {
      expect(String((await again.arrive(response)).headers.location)).toMatch(/^https:\/\/idp\./);
      expect(again.client.cookies.has('quad-session')).toBe(false);
    }
    // Neither does it where the portal has forgotten which sign-ins came back.
    await sql`delete from throttle_counters`.execute(college.database);
    expect(String((await second.arrive(response)).headers.location)).toMatch(/^https:\/\/idp\./);
    await refused(college.visitor(college.other), response);
    expect(await college.sessions()).toBe(1);
    // The mark stays, and says nothing about anyone.
    const { rows } = await sql<{ kept: boolean }>`select arrival is not null as kept from saml_responses
      order by created_at desc limit 1`.execute(college.database);
    expect(rows).toEqual([{ kept: false }]);
  });

  it('began is the one that is signed in, although someone else arrives at the same moment', async () => {
    const [own, other] = [college.visitor(), college.visitor()];
    const next = [await own.post(await own.pass(ida)), await other.post(await other.pass(bo))].map(
      ({ headers }) => String(headers.location),
    );
    await other.navigate(next[1] ?? '');
    await own.navigate(next[0] ?? '');
    expect((await accountOf(own.client)).body).toMatchObject({ email: 'ida@sawtooth.example' });
    expect((await accountOf(other.client)).body).toMatchObject({ email: 'bo@sawtooth.example' });
  });

  it('posted twice at once gets one session', async () => {
    const browser = college.visitor();
    const response = await browser.pass();
    const both = await Promise.all([
      browser.post(response),
      college.at(college.other, browser).post(response),
    ]);
    const [next] = new Set(both.map(({ headers }) => String(headers.location)));
    await Promise.all([
      browser.navigate(String(next)),
      college.at(college.other, browser).navigate(String(next)),
    ]);
    expect(await college.sessions()).toBe(1);
  });

  it('began at the provider is not signed in, unless it is allowed, and then by a sign-in of its own', async () => {
    const browser = college.visitor();
    const response = await college.provider.respond(null, ida);
    await refused(browser, response);
    const server = await college.openPortal(
      { providerInitiated: true },
      { database: college.portal.database },
    );
    const there = college.visitor(server);
    const answer = await there.post(response, { RelayState: '/files' });
    expect(answer.headers.location).toBe('/api/auth/providers/college/login?redirect=%2Ffiles');
    const evil = await there.post(response, { RelayState: 'https://evil.example/' });
    expect(evil.headers.location).toBe('/api/auth/providers/college/login?redirect=%2F');
    expect(await college.sessions()).toBe(0);
    await server.stop();
  });

  it('signs in although any number of bad responses came from its network', async () => {
    const others = college.visitor();
    expect((await others.post('PHg+')).status).toBe(403);
    await refused(others, await college.provider.respond(null, ida));
    await sql`update throttle_counters set count = 1000000`.execute(college.database);
    const browser = college.visitor();
    expect((await browser.arrive(await browser.pass())).headers.location).toBe('/');
  });

  it('ends the session that it had, whose cookie the form did not bring', async () => {
    const browser = college.visitor();
    await browser.arrive(await browser.pass());
    const old = browser.client.cookies.get('quad-session');
    await browser.arrive(await browser.pass());
    expect(browser.client.cookies.get('quad-session')).not.toBe(old);
    expect(await college.sessions()).toBe(1);
  });
});
