import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createTestDatabase,
  openTestDatabase,
  type TestDatabase,
} from '../../../platform/server/testing/test-database.ts';
import { bindFacts, findFacts } from './facts/queries.ts';
import { readStanding } from './standing.ts';

const ada = '0198a000-0000-7000-8000-000000000001';
const rules = (protectedGroups: string[], directoryProviders: string[] = []) => ({
  campus: { protectedGroups },
  directoryProviders,
});
const addRecord = `
  insert into directory_records (key, email, active, person_id, account_name, given_name, family_name, title,
    department, department_code, phone, fax, mailbox, kind, groups, confidential, folded, content_hash)
  values ($1, $2, $3, $4, '', '', '', '', '', '', '', '', '', 'student', '{}', false, '', '')`;

test('what rules someone out in the directory counts, whatever address it has for them', async () => {
  const { pool, database } = await openTestDatabase();
  await pool.query(`
    insert into people (id, email, name, given_name, family_name) values
      ('0198a000-0000-7000-8000-000000000001', 'married@college.example', 'M', '', '')`);
  await pool.query(`
    insert into directory_records (key, account_name, email, given_name, family_name, title, department,
      department_code, phone, fax, mailbox, kind, groups, confidential, folded, content_hash, person_id) values
      ('E1', '', 'maiden@college.example', '', '', '', '', '', '', '', '', 'employee', '{Domain-IT}', false, '', '',
        '0198a000-0000-7000-8000-000000000001')`);
  const against = async () => {
    const email = 'married@college.example';
    return (await readStanding(database, rules(['Domain-IT']), { email, addresses: [email], key: null }))
      .reasons;
  };
  expect(await against()).toEqual(['no-facts', 'protected']);
  await pool.query(`update directory_records set active = false, groups = '{}'`);
  expect(await against()).toEqual(['no-facts', 'left']);
  // The address was given to someone new.
  await pool.query('update people set email_released_at = now()');
  expect(await against()).toEqual(['no-facts']);
});

test('what rules someone out in the portal counts, whatever new address the directory has for them', async () => {
  const { pool, database } = await openTestDatabase();
  await pool.query(
    `insert into people (id, email, name, given_name, family_name) values ($1, 'maiden@college.example', 'M', '', '')`,
    [ada],
  );
  await pool.query(
    `insert into identities (provider, subject, person_id, groups) values ('campus', 'M', $1, '{Domain-IT}')`,
    [ada],
  );
  await pool.query(addRecord, ['E1', 'Married@college.example', true, ada]);
  const against = async () => {
    const email = 'married@college.example';
    return (await readStanding(database, rules(['Domain-IT']), { email, addresses: [email], key: null }))
      .reasons;
  };
  expect(await against()).toEqual(['no-facts', 'protected']);
  await pool.query('update people set disabled = true');
  expect(await against()).toEqual(['no-facts', 'blocked', 'protected']);
  // Someone new has the address.
  await pool.query('update directory_records set person_id = null');
  expect(await against()).toEqual(['no-facts']);
});

test('what rules someone out in the portal counts, whatever new address their account has, without directory records', async () => {
  const { pool, database } = await openTestDatabase();
  await pool.query(
    `insert into people (id, email, name, given_name, family_name) values ($1, 'maiden@college.example', 'M', '', '')`,
    [ada],
  );
  await pool.query(
    `insert into identities (provider, subject, person_id, groups) values ('campus', 'the key', $1, '{Domain-IT}')`,
    [ada],
  );
  const against = async (key: string | null, directoryProviders = ['campus']) => {
    const email = 'married@college.example';
    const named = { email, addresses: [email], key };
    return (await readStanding(database, rules(['Domain-IT'], directoryProviders), named)).reasons;
  };
  expect(await against('the key')).toEqual(['no-facts', 'protected']);
  await pool.query('update people set disabled = true');
  await pool.query(
    `insert into reset_exclusions (id, principal_email, person_ids, reason, created_by, expires_at)
     values (gen_random_uuid(), 'maiden@college.example', array[$1::uuid], '', '', now() + interval '1 day')`,
    [ada],
  );
  expect(await against('the key')).toEqual(['no-facts', 'excluded', 'blocked', 'protected']);
  // Other accounts, and another provider's number that happens to be the same.
  for (const stranger of [against('another key'), against(null), against('the key', ['elsewhere'])])
    expect(await stranger).toEqual(['no-facts']);
});

test('no name causes a scan of the whole directory, whose duration would reveal who is in it', async () => {
  const { pool, database } = await openTestDatabase();
  await pool.query(`
    insert into directory_records (key, email, active, account_name, given_name, family_name, title, department,
      department_code, phone, fax, mailbox, kind, groups, confidential, folded, content_hash)
    select n, 'person' || n || '@college.example', n % 5 > 0, '', '', '', '', '', '', '', '', '', 'student', '{}', false,
      '', '' from generate_series(1, 3000) n`);
  await pool.query(
    `insert into reset_facts (id, email, college_id, birthdate) values (gen_random_uuid(), 'person7@college.example', '', '')`,
  );
  await pool.query('analyze directory_records');
  for (const name of ['person7', 'person10', 'no-one']) {
    const email = `${name}@college.example`;
    const scans = await database.transaction().execute(async (transaction) => {
      await readStanding(transaction, rules(['Domain-IT']), { email, addresses: [email], key: null });
      return sql`select seq_scan from pg_stat_xact_user_tables where relname = 'directory_records'`.execute(
        transaction,
      );
    });
    expect(scans.rows, name).toEqual([{ seq_scan: 0 }]);
  }
});

describe('facts count only for the person who had the address when they were imported', () => {
  let portal: TestDatabase;
  beforeAll(async () => {
    portal = await createTestDatabase();
  });
  afterAll(() => portal.drop());

  const email = 'a.lind@college.example';
  const add = (key: string, personId: string | null = null) =>
    portal.pool.query(addRecord, [key, 'A.Lind@college.example', true, personId]);
  const signIn = (id: string) =>
    portal.pool.query(
      `insert into people (id, email, name, given_name, family_name) values ($1, $2, '', '', '')`,
      [id, email],
    );
  const importFacts = () => portal.database.transaction().execute(bindFacts);
  /** As seen by the form, and by the emails about a password. */
  const count = async () => {
    const { reasons } = await readStanding(portal.database, rules([]), {
      email,
      addresses: [email],
      key: null,
    });
    const known = (await findFacts(portal.database, email)) !== undefined;
    expect(known).toBe(!reasons.includes('no-facts'));
    return known;
  };

  beforeEach(async () => {
    await portal.pool.query('delete from directory_records; delete from people; delete from reset_facts');
    await portal.pool.query(
      `insert into reset_facts (id, email, college_id, birthdate) values (gen_random_uuid(), $1, '', '')`,
      [email],
    );
  });

  test('not after the directory gave it to someone else, until the next import', async () => {
    await add('S1');
    await importFacts();
    expect(await count()).toBe(true);
    await portal.pool.query('update directory_records set active = false');
    await add('S2');
    expect(await count()).toBe(false);
    await importFacts();
    expect(await count()).toBe(true);
  });

  test('not for a record that was added after them, whoever it is', async () => {
    await importFacts();
    await add('S2');
    expect(await count()).toBe(false);
  });

  test("not for someone new while the former owner's account still has the address", async () => {
    await signIn(ada);
    await add('S1', ada);
    await importFacts();
    await portal.pool.query('update directory_records set active = false');
    await add('S2');
    expect(await count()).toBe(false);
  });

  test('without a directory: not after IT said that the address has a new owner', async () => {
    await importFacts();
    expect(await count()).toBe(true);
    // The first sign-in changes nothing.
    await signIn(ada);
    expect(await count()).toBe(true);
    await importFacts();
    await portal.pool.query('update people set email_released_at = now()');
    expect(await count()).toBe(false);
  });

  test('still for someone who signs in, who gets another record, and who has two', async () => {
    await add('S1');
    await add('E1');
    await importFacts();
    await signIn(ada);
    await portal.pool.query("update directory_records set person_id = $1 where key = 'S1'", [ada]);
    await importFacts();
    expect(await count()).toBe(true);
    // A student who is hired.
    await portal.pool.query('delete from directory_records');
    await add('E2', ada);
    expect(await count()).toBe(true);
  });
});
