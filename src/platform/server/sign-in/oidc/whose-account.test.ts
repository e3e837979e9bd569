import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { TestBrowser } from './testing/browser.ts';
import { accountOf, collegeForTests, groupsOf, ida } from './testing/college.ts';

const college = collegeForTests();

const personAt = (email: string) =>
  college.database
    .selectFrom('people')
    .select(['id', 'email_released_at'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
/** As IT does, when it says that the address has a new owner. */
const releaseAddress = (id: string) =>
  college.database
    .updateTable('people')
    .set({ disabled: true, email_released_at: new Date() })
    .where('id', '=', id)
    .execute();

describe('whose account it is', () => {
  it("is never someone else's because of an equal address: the second subject waits for an administrator", async () => {
    const first = college.visitor();
    await first.signIn('college');
    college.provider.people.set('sub-other', {
      email: 'IDA@sawtooth.example',
      name: 'Somebody Else',
      groups: ['guid-staff'],
    });
    college.provider.signsIn = 'sub-other';
    const second = college.visitor();
    const answer = await second.signIn('college');
    expect(answer.status).toBe(403);
    expect(answer.text).toContain('An administrator needs to link your accounts');
    expect(second.client.cookies.has('quad-session')).toBe(false);
    expect((await accountOf(first.client)).body).toMatchObject({ name: 'Ida Lorne' });
    expect((await college.visitor().signIn('college')).status).toBe(403);
    const requests = await college.database.selectFrom('link_requests').selectAll().execute();
    expect(requests).toEqual([
      expect.objectContaining({
        provider: 'college',
        subject: 'sub-other',
        email: 'ida@sawtooth.example',
        name: 'Somebody Else',
      }),
    ]);
    const { about } = await college.database
      .selectFrom('audit_entries')
      .select('about')
      .where('action', '=', 'link-request.create')
      .where('subject_id', '=', requests[0]?.id ?? '')
      .executeTakeFirstOrThrow();
    expect(about).toBe(requests[0]?.person_id);
  });

  it('is not the one of the same subject at another provider, whose groups and question stay as they were', async () => {
    const other = '0198a000-0000-7000-8000-000000000012';
    await sql`insert into people (id, email, name, given_name, family_name)
      values (${other}, 'other@sawtooth.example', 'Other', 'Other', '')`.execute(college.database);
    await sql`insert into identities (provider, subject, person_id, groups)
      values ('alumni', 'sub-ida', ${other}, '{Domain-Student}')`.execute(college.database);
    const ask = (provider: string, subject: string) =>
      sql`insert into link_requests (id, provider, subject, email, name, person_id)
        values (gen_random_uuid(), ${provider}, ${subject}, 'other@sawtooth.example', 'Someone', ${other})`.execute(
        college.database,
      );
    await ask('alumni', 'sub-ida');
    await ask('college', 'sub-someone');
    for (const _again of [1, 2]) await college.visitor().signIn('college');
    const identities = college.database.selectFrom('identities').select(['provider', 'groups']);
    expect(await identities.where('person_id', '=', other).execute()).toEqual([
      { provider: 'alumni', groups: ['Domain-Student'] },
    ]);
    const left = college.database.selectFrom('link_requests').select('provider').orderBy('provider');
    expect(await left.execute()).toEqual([{ provider: 'alumni' }, { provider: 'college' }]);
  });

  it('can be another one than the provider remembers, whose owner may not come in', async () => {
    college.provider.people.set('sub-private', { ...ida, email: 'ida@private.example' });
    college.provider.signsIn = 'sub-private';
    const browser = college.visitor();
    const refused = await browser.signIn('college', '/files/my-files');
    expect([refused.status, refused.text.includes('This is not a college account')]).toEqual([403, true]);
    const link = /href="([^"]+)"[^>]*>Use another account</.exec(refused.text)?.[1]?.replaceAll('&amp;', '&');
    const again = await browser.navigate(link ?? 'no link');
    expect(new URL(String(again.headers.location)).searchParams.get('prompt')).toBe('login');
    // The provider signs the other one out first, on a page that sends itself.
    browser.forgetProvider();
    college.provider.signsIn = 'sub-ida';
    const { status, headers } = await browser.navigate(
      await browser.passProvider(String(again.headers.location)),
    );
    expect([status, headers.location]).toEqual([303, '/files/my-files']);
    expect((await accountOf(browser.client)).body).toMatchObject({ email: ida.email });
  });

  it("raises a new question when the newcomer comes back with someone else's address", async () => {
    const signIn = async (subject: string, email: string) => {
      college.provider.people.set(subject, { ...ida, email });
      college.provider.signsIn = subject;
      await college.visitor().signIn('college');
      return college.database.selectFrom('link_requests').select('id').executeTakeFirst();
    };
    await signIn('sub-ida', ida.email);
    await signIn('sub-bo', 'bo@sawtooth.example');
    const first = await signIn('sub-other', ida.email);
    expect(first).toBeDefined();
    expect(await signIn('sub-other', ida.email)).toEqual(first);
    // Who still reads whether this is Ida must not decide whether it is Bo.
    expect(await signIn('sub-other', 'bo@sawtooth.example')).not.toEqual(first);
  });

  it('is the earlier one for both subjects once an administrator has linked them', async () => {
    await college.visitor().signIn('college');
    college.provider.people.set('sub-other', { ...ida, name: 'Ida L. Marsh', groups: ['guid-staff'] });
    college.provider.signsIn = 'sub-other';
    expect((await college.visitor().signIn('college')).status).toBe(403);
    await sql`insert into identities (provider, subject, person_id) select provider, subject, person_id
      from link_requests`.execute(college.database);
    const linked = college.visitor();
    await linked.signIn('college');
    expect(await groupsOf(linked.client)).toEqual(['Domain-Staff']);
    expect(await college.database.selectFrom('people').select('id').execute()).toHaveLength(1);
    // Each identity keeps its own groups: the weaker one never borrows those of the stronger.
    college.provider.signsIn = 'sub-ida';
    const first = college.visitor();
    await first.signIn('college');
    expect(await groupsOf(first.client)).toEqual(['Domain-IT', 'Domain-Staff']);
    expect(await groupsOf(linked.client)).toEqual(['Domain-Staff']);
  });

  it('is a new one once the earlier person has another address, and no administrator is asked anymore', async () => {
    await college.visitor().signIn('college');
    college.provider.people.set('sub-other', { ...ida, name: 'Ida Newcomer', groups: [] });
    college.provider.signsIn = 'sub-other';
    expect((await college.visitor().signIn('college')).status).toBe(403);
    college.provider.people.set('sub-ida', { ...ida, email: 'ida.lorne@sawtooth.example' });
    college.provider.signsIn = 'sub-ida';
    await college.visitor().signIn('college');
    college.provider.signsIn = 'sub-other';
    const second = college.visitor();
    await second.signIn('college');
    expect((await accountOf(second.client)).body).toMatchObject({ name: 'Ida Newcomer' });
    expect(await college.database.selectFrom('link_requests').select('id').execute()).toEqual([]);
  });

  it('is a new one once the college has given the address to someone else', async () => {
    const first = college.visitor();
    await first.signIn('college');
    await college.database
      .updateTable('people')
      .set({ disabled: true, email_released_at: new Date() })
      .execute();
    college.provider.people.set('sub-other', { ...ida, name: 'Ida Newcomer', groups: [] });
    college.provider.signsIn = 'sub-other';
    const second = college.visitor();
    await second.signIn('college');
    expect((await accountOf(second.client)).body).toMatchObject({ name: 'Ida Newcomer', groups: [] });
    college.provider.signsIn = 'sub-ida';
    expect((await college.visitor().signIn('college')).text).toContain('Your account is blocked');
  });

  it('stays as it was when the address that the provider now sends belongs to someone else', async () => {
    const entries = college.database
      .selectFrom('audit_entries')
      .select('id')
      .where('action', '=', 'link-request.create');
    const before = await entries.execute();
    const first = college.visitor();
    await first.signIn('college');
    college.provider.people.set('sub-bo', { email: 'bo@sawtooth.example', name: 'Bo Tarn', groups: [] });
    college.provider.signsIn = 'sub-bo';
    await college.visitor().signIn('college');
    college.provider.people.set('sub-bo', { email: 'ida@sawtooth.example', name: 'Bo Tarn', groups: [] });
    const again = college.visitor();
    await again.signIn('college');
    expect((await accountOf(again.client)).body).toMatchObject({
      name: 'Bo Tarn',
      email: 'bo@sawtooth.example',
    });
    expect((await accountOf(first.client)).body).toMatchObject({
      name: 'Ida Lorne',
      email: 'ida@sawtooth.example',
    });
    // IT is asked, once, whose address it is.
    await college.visitor().signIn('college');
    const { id } = await personAt('ida@sawtooth.example');
    const requests = college.database.selectFrom('link_requests').selectAll();
    expect(await requests.execute()).toMatchObject([
      { subject: 'sub-bo', email: 'ida@sawtooth.example', person_id: id },
    ]);
    expect(await entries.execute()).toHaveLength(before.length + 1);
    await releaseAddress(id);
    await college.visitor().signIn('college');
    expect((await accountOf(again.client)).body).toMatchObject({ email: 'ida@sawtooth.example' });
    expect(await requests.execute()).toEqual([]);
  });

  it('is not asked about again once IT has refused, until something about it changes', async () => {
    await college.visitor().signIn('college');
    const bo = { email: 'bo@sawtooth.example', name: 'Bo Tarn', groups: [] };
    const signIn = async (subject: string, person: typeof bo) => {
      college.provider.people.set(subject, person);
      college.provider.signsIn = subject;
      await college.visitor().signIn('college');
      return college.database
        .selectFrom('link_requests')
        .select(['id', 'refused_at'])
        .where('subject', '=', subject)
        .executeTakeFirst();
    };
    const refuse = () =>
      college.database.updateTable('link_requests').set({ refused_at: new Date() }).execute();
    await signIn('sub-bo', bo);
    const asked = await signIn('sub-bo', { ...bo, email: ida.email });
    expect(asked).toMatchObject({ refused_at: null });
    await refuse();
    expect(await signIn('sub-bo', { ...bo, email: ida.email })).toEqual({
      id: asked?.id,
      refused_at: expect.any(Date),
    });
    const renamed = await signIn('sub-bo', { ...bo, email: ida.email, name: 'Bo Lorne' });
    expect(renamed).toMatchObject({ refused_at: null });
    expect(renamed?.id).not.toBe(asked?.id);
    // Someone without an account is kept out, and asks each time they try.
    await signIn('sub-other', { ...ida, groups: [] });
    await refuse();
    expect(await signIn('sub-other', { ...ida, groups: [] })).toMatchObject({ refused_at: null });
  });

  it('takes the next address once IT has given the one before to someone else', async () => {
    const bo = { email: 'bo@sawtooth.example', name: 'Bo Tarn', groups: [] };
    college.provider.people.set('sub-bo', bo);
    college.provider.signsIn = 'sub-bo';
    await college.visitor().signIn('college');
    const { id } = await personAt(bo.email);
    await releaseAddress(id);
    college.provider.people.set('sub-other', { ...bo, name: 'Bo Newcomer' });
    college.provider.signsIn = 'sub-other';
    await college.visitor().signIn('college');
    // Bo had been renamed, and is unblocked.
    await college.database.updateTable('people').set({ disabled: false }).where('id', '=', id).execute();
    college.provider.signsIn = 'sub-bo';
    const back = college.visitor();
    expect((await back.signIn('college')).text).toContain('An administrator needs to link your accounts');
    college.provider.people.set('sub-bo', { ...bo, email: 'bo.tarn@sawtooth.example' });
    await back.signIn('college');
    expect((await accountOf(back.client)).body).toMatchObject({ id, email: 'bo.tarn@sawtooth.example' });
    expect(await personAt('bo.tarn@sawtooth.example')).toMatchObject({ id, email_released_at: null });
    expect(await college.database.selectFrom('link_requests').select('id').execute()).toEqual([]);
  });

  it('is created once when the same new person signs in in two tabs at once', async () => {
    const [one, two] = [college.visitor(), college.visitor()];
    const callbacks = [
      await one.passProvider(await one.begin('college')),
      await two.passProvider(await two.begin('college')),
    ];
    const answers = await Promise.all([
      one.navigate(callbacks[0] ?? ''),
      new TestBrowser(college.atOther(two.client)).navigate(callbacks[1] ?? ''),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    expect(await college.database.selectFrom('people').select('id').execute()).toHaveLength(1);
  });
});
