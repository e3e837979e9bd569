import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TestServer } from '../../testing/test-server.ts';
import { accountOf, collegeForTests, groupsOf, ida } from './testing/college.ts';
import { collegeEntry, openPortal } from './testing/portal.ts';

const college = collegeForTests();
let portal: TestServer;
beforeAll(async () => {
  const entry = collegeEntry(college.provider.issuer, { replaces: 'before' });
  portal = await openPortal([entry], { database: college.portal.database });
});
afterAll(() => portal.stop());

/** Ida has an account from the provider that the college had before, under the number that she had there. */
beforeEach(async () => {
  await sql`delete from directory_records`.execute(college.database);
  await college.visitor().signIn('college');
  await college.database.deleteFrom('sessions').execute();
  await sql`update identities set provider = 'before', subject = 'number-4711'`.execute(college.database);
});

const arrive = async () => {
  const visitor = college.visitor(portal);
  return { ...(await visitor.signIn('college')), visitor };
};
const people = () => college.database.selectFrom('people').select(['id', 'email']).execute();
const idOfIda = async () => (await people())[0]?.id ?? '';
const needsIT = 'An administrator needs to link your accounts';
const addRecord = (key: string, person: string | null, active = true) =>
  sql`insert into directory_records (key, account_name, email, given_name, family_name, title, department, department_code,
    phone, fax, mailbox, kind, groups, confidential, folded, content_hash, person_id, active)
    values (${key}, '', ${ida.email}, 'Ida', 'Lorne', '', '', '', '', '', '', 'employee', '{}', false, '', '', ${person}, ${active})`.execute(
    college.database,
  );

describe('a provider that replaces another one', () => {
  it('recognizes its people by their address, and leaves an entry in the audit log', async () => {
    const id = await idOfIda();
    const { visitor } = await arrive();
    expect((await accountOf(visitor.client)).body).toMatchObject({ id, name: 'Ida Lorne' });
    expect(await groupsOf(visitor.client)).toEqual(['Domain-IT', 'Domain-Staff']);
    expect((await arrive()).status).toBe(303);
    expect(await people()).toHaveLength(1);
    const earlier = college.database
      .selectFrom('identities')
      .select('groups')
      .where('provider', '=', 'before');
    expect(await earlier.execute()).toEqual([{ groups: [] }]);
    const entries = await college.database
      .selectFrom('audit_entries')
      .select(['action', 'subject_id'])
      .where('action', '=', 'person.recognize')
      .execute();
    expect(entries).toEqual([{ action: 'person.recognize', subject_id: id }]);
  });

  it('takes no groups away but those that the one before said about the person', async () => {
    const id = await idOfIda();
    const other = '0198a000-0000-7000-8000-000000000011';
    await sql`insert into people (id, email, name, given_name, family_name)
      values (${other}, 'other@sawtooth.example', 'Other', 'Other', '')`.execute(college.database);
    await sql`insert into identities (provider, subject, person_id, groups) values
      ('before', 'number-12', ${other}, '{Domain-Staff}'), ('third', 'ida', ${id}, '{Domain-Faculty}')`.execute(
      college.database,
    );
    await arrive();
    const identities = await college.database
      .selectFrom('identities')
      .select(['provider', 'subject', 'groups'])
      .where('provider', '!=', 'college')
      .orderBy('subject')
      .execute();
    expect(identities).toEqual([
      { provider: 'third', subject: 'ida', groups: ['Domain-Faculty'] },
      { provider: 'before', subject: 'number-12', groups: ['Domain-Staff'] },
      { provider: 'before', subject: 'number-4711', groups: [] },
    ]);
  });

  it('recognizes one person in two tabs at once', async () => {
    const arrivals = await Promise.all([arrive(), arrive()]);
    expect(arrivals.map(({ status }) => status)).toEqual([303, 303]);
    expect(await people()).toHaveLength(1);
  });

  it('asks IT about the address of someone who is blocked', async () => {
    await college.database.updateTable('people').set({ disabled: true }).execute();
    expect((await arrive()).text).toContain(needsIT);
    const identities = await college.database.selectFrom('identities').select('provider').execute();
    expect(identities).toEqual([{ provider: 'before' }]);
  });

  it('asks IT about the address of someone who never came from the one before', async () => {
    await sql`update identities set provider = 'another'`.execute(college.database);
    expect((await arrive()).text).toContain(needsIT);
  });

  it('asks IT about a second person with the same address', async () => {
    await arrive();
    college.provider.people.set('sub-other', { ...ida });
    college.provider.signsIn = 'sub-other';
    expect((await arrive()).text).toContain(needsIT);
  });

  it('asks IT about an address that the directory has given to someone else', async () => {
    await addRecord('E1', await idOfIda(), false);
    expect((await arrive()).text).toContain(needsIT);
    await addRecord('E2', null);
    expect((await arrive()).text).toContain(needsIT);
    await sql`update directory_records set person_id = null`.execute(college.database);
    await sql`update directory_records set person_id = ${await idOfIda()} where key = 'E2'`.execute(
      college.database,
    );
    expect((await arrive()).status).toBe(303);
  });
});
