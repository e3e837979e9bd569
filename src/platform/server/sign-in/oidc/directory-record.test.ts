import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { forgedCollegeForTests } from './testing/forged-college.ts';

const college = forgedCollegeForTests();
beforeEach(() => sql`delete from directory_records`.execute(college.database));

const addRecord = (key: string, email: string) =>
  sql`insert into directory_records (key, account_name, email, given_name, family_name, title, department, department_code,
    phone, fax, mailbox, kind, groups, confidential, folded, content_hash)
    values (${key}, '', ${email}, 'Ida', 'Lorne', '', '', '', '', '', '', 'employee', '{}', false, '', '')`.execute(
    college.database,
  );
const joined = async () => {
  const { rows } = await sql<{ key: string; email: string }>`
    select d.key, p.email from directory_records d join people p on p.id = d.person_id order by d.key`.execute(
    college.database,
  );
  return rows.map(({ key, email }) => [key, email]);
};
const requests = async () => {
  const rows = await college.database
    .selectFrom('link_requests')
    .select(['provider', 'directory_key'])
    .execute();
  return rows.map(({ provider, directory_key }) => [provider, directory_key]);
};

/** Whom the entries of requests are about, as far as they are still there. */
const entries = async () => {
  const left = await college.database
    .selectFrom('audit_entries')
    .innerJoin('people', (join) => join.on(sql<boolean>`people.id::text = audit_entries.about`))
    .select('people.email')
    .where('action', '=', 'link-request.create')
    .execute();
  return left.map(({ email }) => email);
};

describe('the directory record of someone who signs in', () => {
  it('is the one with the key of `directoryKeyClaim`, whatever its address, and not the one with the address', async () => {
    await addRecord('E7', 'someone.else@sawtooth.example');
    await addRecord('E8', 'ida@sawtooth.example');
    college.claiming({ employee_number: 'E7' });
    await college.signedIn('with-key');
    expect(await joined()).toEqual([['E7', 'ida@sawtooth.example']]);
    expect(await requests()).toEqual([]);
  });

  it.each<[string, unknown]>([
    ['a number', 4711],
    ['a list of one', ['4711']],
    ['text that is padded', '4711  '],
  ])('is found by a key that comes as %s', async (_what, key) => {
    await addRecord('4711', 'someone.else@sawtooth.example');
    college.claiming({ employee_number: key });
    await college.signedIn('with-key');
    expect(await joined()).toEqual([['4711', 'ida@sawtooth.example']]);
  });

  it.each<[string, unknown]>([
    ['is missing', undefined],
    ['is neither text nor number', { number: 'E8' }],
    ['is one of several', ['E8', 'E9']],
    ['no record can have', 'E8\0'],
    ['is of no record', 'E99'],
  ])('with a key that %s is asked about, once, and the sign-in goes on', async (_what, key) => {
    await addRecord('E8', 'Ida@Sawtooth.example');
    college.claiming({ employee_number: key });
    await college.signedIn('with-key');
    await college.signedIn('with-key');
    expect(await joined()).toEqual([]);
    expect(await requests()).toEqual([['with-key', 'E8']]);
    expect(await entries()).toEqual(['ida@sawtooth.example']);
  });

  it('raises a new question once a different record matches', async () => {
    await addRecord('E8', 'ida@sawtooth.example');
    await college.signedIn('college');
    const idOf = () => college.database.selectFrom('link_requests').select('id').executeTakeFirst();
    const before = await idOf();
    await sql`update directory_records set email = 'bo@sawtooth.example'`.execute(college.database);
    await addRecord('E9', 'ida@sawtooth.example');
    await college.signedIn('college');
    expect(await requests()).toEqual([['college', 'E9']]);
    // Who still reads the question about E8 does not answer this one.
    expect(await idOf()).not.toEqual(before);
  });

  it('stays with the person who already has it', async () => {
    await addRecord('E7', 'bo@sawtooth.example');
    college.claiming({ employee_number: 'E7' });
    await college.signedIn('with-key');
    college.claiming({ employee_number: 'E7', sub: 'sub-bo', email: 'bo@sawtooth.example' });
    await college.signedIn('with-key');
    expect(await joined()).toEqual([['E7', 'ida@sawtooth.example']]);
    expect(await requests()).toEqual([]);
  });

  /** Joined as a student, and hired under another key. */
  const graduate = async () => {
    await addRecord('S1', 'ida@sawtooth.example');
    college.claiming({ employee_number: 'S1' });
    await college.signedIn('with-key');
    await sql`update directory_records set active = false`.execute(college.database);
    await addRecord('E1', 'ida@sawtooth.example');
    college.claiming({ employee_number: 'E1' });
  };

  it('is the new one when they come back under another key', async () => {
    await graduate();
    await college.signedIn('with-key');
    expect(await joined()).toEqual([['E1', 'ida@sawtooth.example']]);
    expect(await requests()).toEqual([]);
  });

  it.each(['S1', 'E1'])('stays the former one while %s is being changed, and no one waits', async (key) => {
    await graduate();
    await college.database.transaction().execute(async (transaction) => {
      await sql`update directory_records set title = 'Clerk' where key = ${key}`.execute(transaction);
      await college.signedIn('with-key');
      expect(await joined()).toEqual([['S1', 'ida@sawtooth.example']]);
    });
    await college.signedIn('with-key');
    expect(await joined()).toEqual([['E1', 'ida@sawtooth.example']]);
  });

  it('stays with an active one, whatever key the provider says next', async () => {
    await addRecord('E1', '');
    await addRecord('E2', '');
    for (const key of ['E1', 'E2']) {
      college.claiming({ employee_number: key });
      await college.signedIn('with-key');
    }
    expect(await joined()).toEqual([['E1', 'ida@sawtooth.example']]);
  });

  it('is not asked about if two records have the address', async () => {
    await addRecord('E8', 'ida@sawtooth.example');
    await addRecord('E9', 'ida@sawtooth.example');
    await college.signedIn('college');
    expect(await requests()).toEqual([]);
  });
});
