import { describe, expect, it } from 'vitest';
import { accountOf, collegeForTests, ida } from './testing/college.ts';
import { callbackUrl } from './testing/portal.ts';

const college = collegeForTests();

describe('signing in at an OpenID provider', () => {
  it('leads to the requested page, with the person and the groups in our names', async () => {
    const browser = college.visitor();
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
    const dropped = college.logLines.filter(({ dropped }) => dropped !== undefined);
    expect(dropped).toEqual([expect.objectContaining({ provider: 'college', dropped: 1 })]);
    expect(JSON.stringify(college.logLines)).not.toMatch(/ida|Lorne|guid-of-another/i);
  });

  it('leaves in the audit log who is new and that they signed in', async () => {
    await college.visitor().signIn('college');
    const person = await college.database.selectFrom('people').select('id').executeTakeFirstOrThrow();
    const entries = await college.database
      .selectFrom('audit_entries')
      .select(['action', 'actor_name', 'after'])
      .where((where) => where.or([where('subject_id', '=', person.id), where('about', '=', person.id)]))
      .orderBy('action')
      .execute();
    expect(entries).toMatchObject([
      { action: 'person.create', actor_name: 'Ida Lorne', after: { email: 'ida@sawtooth.example' } },
      { action: 'session.start', actor_name: 'Ida Lorne', after: { provider: 'college' } },
    ]);
  });

  it('asks with PKCE, state and nonce, each of them unique', async () => {
    const [one, two] = [
      await college.visitor().begin('college'),
      await college.visitor().begin('college'),
    ].map((address) => new URL(address).searchParams);
    expect(one?.get('code_challenge_method')).toBe('S256');
    expect(one?.get('response_type')).toBe('code');
    expect(one?.get('redirect_uri')).toBe(callbackUrl);
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(one?.get(name)).toMatch(/^[\w-]{43}$/);
      expect(one?.get(name)).not.toBe(two?.get(name));
    }
    expect(one?.has('prompt')).toBe(false);
  });

  it('keeps its state in a cookie that only the server can read', async () => {
    const browser = college.visitor();
    const address = new URL(await browser.begin('college'));
    const [[name, value] = ['', '']] = [...browser.client.cookies];
    expect(name).toMatch(/^quad-sign-in-/);
    expect(value).not.toContain(address.searchParams.get('state'));
    expect(Buffer.from(value.split('.').at(-1) ?? '', 'base64url').toString('latin1')).not.toContain(
      'verifier',
    );
  });

  it('recognizes the person by the subject, and takes over a new name and address', async () => {
    await college.visitor().signIn('college');
    college.provider.people.set('sub-ida', {
      ...ida,
      name: 'Ida Lorne Marsh',
      email: 'ida.marsh@sawtooth.example',
      groups: [],
    });
    const browser = college.visitor();
    await browser.signIn('college');
    expect((await accountOf(browser.client)).body).toMatchObject({
      name: 'Ida Lorne Marsh',
      email: 'ida.marsh@sawtooth.example',
      groups: [],
    });
    expect(await college.database.selectFrom('people').select('id').execute()).toHaveLength(1);
    const changes = await college.database
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
    const browser = college.visitor();
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

  it('never fills the headers with the cookies of abandoned tabs', async () => {
    const browser = college.visitor();
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

  it('canceled by the person ends with a page that offers to try again at the same place', async () => {
    college.provider.signsIn = null;
    const browser = college.visitor();
    const answer = await browser.signIn('college', '/files');
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('You are not signed in');
    expect(answer.text).toContain('/api/auth/providers/college/login?redirect=%2Ffiles');
    expect(browser.client.cookies.has('quad-session')).toBe(false);
  });
});
