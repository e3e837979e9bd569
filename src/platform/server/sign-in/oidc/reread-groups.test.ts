import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { accountOf, clockAhead, collegeForTests, groupsOf, ida } from './testing/college.ts';
import { callbackUrl, collegeEntry, home, openPortal } from './testing/portal.ts';
import { RealProvider } from './testing/real-provider.ts';

const college = collegeForTests();

describe('groups of a live session', () => {
  const tokenRequests = () => college.provider.requests.filter((path) => path === '/token').length;

  it('are read again with the refresh token, again and again', async () => {
    const browser = college.visitor();
    await browser.signIn('college');
    for (const groups of [['guid-staff'], ['guid-it'], []]) {
      college.provider.people.set('sub-ida', { ...ida, groups });
      await college.ageGroups(901);
      expect(await groupsOf(browser.client)).toEqual(
        groups.map((group) => (group === 'guid-it' ? 'Domain-IT' : 'Domain-Staff')),
      );
    }
  });

  it('are requested once, however many requests and instances need them: a refresh token is good once', async () => {
    const browser = college.visitor();
    await browser.signIn('college');
    college.provider.people.set('sub-ida', { ...ida, groups: ['guid-staff'] });
    await college.ageGroups(901);
    const before = tokenRequests();
    const clients = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? browser.client : college.atOther(browser.client),
    );
    const all = await Promise.all(clients.map(groupsOf));
    expect(all).toEqual(Array(20).fill(['Domain-Staff']));
    expect(tokenRequests() - before).toBe(1);
  });

  it('are requested once, too, after the clock was ahead and has been set back', async () => {
    const browser = college.visitor();
    await browser.signIn('college');
    college.provider.people.set('sub-ida', { ...ida, groups: ['guid-staff'] });
    // Also of a provider whose tokens failed because of that clock.
    await sql`update sessions set groups_failed_at = now()`.execute(college.database);
    await college.ageGroups(-7_200);
    const before = tokenRequests();
    const clients = [browser.client, college.atOther(browser.client), browser.client];
    expect(await Promise.all(clients.map(groupsOf))).toEqual(Array(3).fill(['Domain-Staff']));
    expect(tokenRequests() - before).toBe(1);
  });

  it('end with the account at the provider, at both instances', async () => {
    const browser = college.visitor();
    await browser.signIn('college');
    college.provider.people.delete('sub-ida');
    await college.ageGroups(901);
    expect((await accountOf(browser.client)).status).toBe(401);
    expect((await accountOf(college.atOther(browser.client))).status).toBe(401);
  });

  it('stay as last known while the provider cannot be reached, for at most an hour, then 503', async () => {
    const browser = college.visitor();
    await browser.signIn('college');
    await college.provider.close();
    onTestFinished(() => college.provider.open());
    await college.ageGroups(3_500);
    expect(await groupsOf(browser.client)).toEqual(['Domain-IT', 'Domain-Staff']);
    await college.ageGroups(95);
    expect((await accountOf(browser.client)).status).toBe(200);
    await college.ageGroups(10);
    const answer = await accountOf(browser.client);
    expect(answer.status).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);

    await college.provider.open();
    expect((await accountOf(browser.client)).status).toBe(503);
    await college.ageGroups(31);
    expect((await accountOf(browser.client)).status).toBe(200);
    await college.provider.close();
  });

  it("leave everyone else's as they are, whether the provider answers or not", async () => {
    const browser = college.visitor();
    await browser.signIn('college');
    college.provider.people.set('sub-otto', { ...ida, email: 'otto@sawtooth.example', groups: ['guid-it'] });
    college.provider.signsIn = 'sub-otto';
    await college.visitor().signIn('college');
    const ottos = async () => {
      const { rows } = await college.database.executeQuery(
        sql`select s.*, i.groups from sessions s join identities i using (provider, subject)
          where subject = 'sub-otto'`.compile(college.database),
      );
      return rows;
    };
    await college.ageGroups(901);
    const before = await ottos();
    college.provider.people.set('sub-ida', { ...ida, groups: ['guid-staff'] });
    expect(await groupsOf(browser.client)).toEqual(['Domain-Staff']);
    expect(await ottos()).toEqual(before);
    await college.provider.close();
    onTestFinished(() => college.provider.open());
    await college.ageGroups(901);
    const later = await ottos();
    expect(await groupsOf(browser.client)).toEqual(['Domain-Staff']);
    expect(await ottos()).toEqual(later);
  });

  it('leave no readable token in the database', async () => {
    const browser = college.visitor();
    await browser.signIn('college');
    const [row] = await college.database.selectFrom('sessions').select('provider_state').execute();
    expect(row?.provider_state).toMatch(/^v1\./);
    expect(JSON.stringify(row)).not.toMatch(/refreshToken|\beyJ/);
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
    const browser = college.visitor(server);
    await browser.signIn('college');
    const due = () =>
      sql`update sessions set groups_read_at = groups_read_at - interval '16 minutes',
        groups_tried_at = groups_tried_at - interval '16 minutes'`.execute(server.database.database);
    return { own, browser, due };
  };

  it('is asked with the access token while that is valid', async () => {
    const { own, browser, due } = await openOwn(3_600);
    own.people.set('sub-ida', { ...ida, groups: ['guid-staff'] });
    await due();
    expect(await groupsOf(browser.client)).toEqual(['Domain-Staff']);
  });

  it('ends the session when it has no means left; the browser gets back in silently', async () => {
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
