import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findRecipient } from '../notifications/choices.ts';
import { mostRowsRead } from '../testing/most-rows-read.ts';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { findAddress } from './find-address.ts';

const id = '0198a000-0000-7000-8000-000000000001';
const email = 'a.lind@college.example';

test('email for someone goes to their address, until they are blocked or leave for good, or it has a new owner', async () => {
  const { pool, database } = await openTestDatabase();
  const addRecord = (key: string, personId: string | null) =>
    pool.query(
      `insert into directory_records (key, email, person_id, account_name, given_name, family_name, title, department,
         department_code, phone, fax, mailbox, kind, groups, confidential, folded, content_hash)
       values ($1, $2, $3, '', '', '', '', '', '', '', '', '', 'student', '{}', false, '', '')`,
      [key, email, personId],
    );
  const set = (values: string) => pool.query(`update people set ${values}`);
  expect(await findAddress(database, id)).toBeNull();
  await pool.query(
    `insert into people (id, email, name, given_name, family_name) values ($1, $2, '', '', '')`,
    [id, email],
  );
  expect(await findAddress(database, id)).toBe(email);
  await set('disabled = true');
  expect(await findAddress(database, id)).toBeNull();
  await set('disabled = false, email_released_at = now()');
  expect(await findAddress(database, id)).toBeNull();
  await set('email_released_at = null');

  await addRecord('S1', id);
  expect(await findAddress(database, id)).toBe(email);
  expect(await findRecipient(database, email, 'files.expiry')).toMatchObject({ id });
  await pool.query('update directory_records set active = false');
  expect(await findAddress(database, id)).toBeNull();
  // Someone new, who has not signed in yet.
  await addRecord('S2', null);
  expect(await findAddress(database, id)).toBeNull();
  expect(await findRecipient(database, email, 'files.expiry')).toBeUndefined();
  await pool.query("update directory_records set active = (key = 'S1')");
  expect(await findAddress(database, id)).toBe(email);

  // Someone who continues signing in without a record gets email there, until the directory gives it to someone new.
  await pool.query('update directory_records set active = false');
  expect(await findAddress(database, id)).toBeNull();
  await set("last_sign_in_at = now() + interval '1 hour'");
  expect(await findAddress(database, id)).toBe(email);
  expect(await findRecipient(database, email, 'files.expiry')).toMatchObject({ id });
  await pool.query(
    "update directory_records set active = true, changed_at = now() + interval '2 hours' where key = 'S2'",
  );
  expect(await findAddress(database, id)).toBeNull();
  expect(await findRecipient(database, email, 'files.expiry')).toBeUndefined();
  await set("last_sign_in_at = now() + interval '3 hours'");
  expect(await findAddress(database, id)).toBe(email);
});

test('an email looks for its reader in an index, not among everyone', async () => {
  const { pool, database } = await openTestDatabase();
  await pool.query(`
    insert into people (id, email, name, given_name, family_name)
    select gen_random_uuid(), 'p' || i || '@college.example', '', '', '' from generate_series(1, 20000) as i`);
  await pool.query('analyze people');
  const find = async () =>
    expect(await findRecipient(database, 'p77@college.example', 'files.expiry')).toMatchObject({
      choice: null,
    });
  expect(await mostRowsRead(pool, 'notification_choices', find)).toBeLessThan(10);
});

describe('what the directory says since someone signed in counts', () => {
  let portal: TestDatabase;
  const other = '0198a000-0000-7000-8000-000000000002';
  const lastMonth = '2026-10-01';
  const lastWeek = '2026-11-01';
  const sinceThen = '2026-11-20';

  beforeAll(async () => {
    portal = await createTestDatabase();
  });
  afterAll(() => portal.drop());
  beforeEach(async () => {
    await portal.pool.query('delete from directory_records; delete from people');
    await addPerson(id, email);
  });
  const addPerson = (personId: string, address: string) =>
    portal.pool.query(
      `insert into people (id, email, name, given_name, family_name, last_sign_in_at) values ($1, $2, '', '', '', $3)`,
      [personId, address, lastWeek],
    );
  /** What the directory says, of whom, and since when. */
  const says = async (...records: readonly [address: string, of: string | null, since: string][]) => {
    for (const [index, [address, personId, since]] of records.entries()) {
      await portal.pool.query(
        `insert into directory_records (key, email, person_id, changed_at, email_since, account_name, given_name,
           family_name, title, department, department_code, phone, fax, mailbox, kind, groups, confidential, folded,
           content_hash)
         values ($1, $2, $3, $4, $4, '', '', '', '', '', '', '', '', '', 'employee', '{}', false, '', '')`,
        [`K${index}`, address, personId, since],
      );
    }
  };
  /** Someone signed in under an address that is another account's here. */
  const signedInAs = async (personId: string, address: string, owner: string) => {
    await portal.pool.query(
      `insert into identities (provider, subject, person_id, groups) values ('demo', $1, $2, '{}')`,
      [personId, personId],
    );
    await portal.pool.query(
      `insert into link_requests (id, provider, subject, email, name, person_id)
       values (gen_random_uuid(), 'demo', $1, $2, '', $3)`,
      [personId, address, owner],
    );
  };
  const found = () => findAddress(portal.database, id);
  const renamed = 'a.berg@college.example';

  test('of someone renamed, and their choices go with them', async () => {
    await says([renamed.toUpperCase(), id, sinceThen]);
    expect(await found()).toBe(renamed);
    for (const address of [renamed, email])
      expect(await findRecipient(portal.database, address, 'files.expiry')).toMatchObject({ id });
    // The next sign-in says which one it is.
    await portal.pool.query(`update people set last_sign_in_at = '2026-11-25'`);
    expect(await found()).toBe(email);
    expect(await findRecipient(portal.database, renamed, 'files.expiry')).toBeUndefined();
  });

  test('of someone renamed whose address someone new has now', async () => {
    await says([renamed, id, lastMonth], [email, null, sinceThen]);
    expect(await found()).toBe(renamed);
    expect(await findRecipient(portal.database, email, 'files.expiry')).toBeUndefined();
    await portal.pool.query(`update directory_records set email = '' where person_id is not null`);
    expect(await found()).toBeNull();
  });

  test('of an address that someone else known to the portal has', async () => {
    await addPerson(other, 'o.lind@college.example');
    await says([email, other, sinceThen]);
    expect([await found(), await findAddress(portal.database, other)]).toEqual([
      null,
      'o.lind@college.example',
    ]);
  });

  test('even from before, if someone else has the address they signed in with', async () => {
    await addPerson(other, renamed);
    await says([renamed, id, lastMonth], [email, null, lastMonth]);
    expect(await found()).toBe(email);
    await signedInAs(id, renamed, other);
    expect(await found()).toBeNull();
    await portal.pool.query('delete from directory_records where person_id is null');
    expect(await found()).toBe(email);
  });

  test('of two people whose addresses were swapped, until one of them signs in with the old one', async () => {
    await addPerson(other, renamed);
    await says([renamed, id, sinceThen], [email, other, sinceThen]);
    const both = async () => [await found(), await findAddress(portal.database, other)];
    expect(await both()).toEqual([renamed, email]);
    expect(await findRecipient(portal.database, renamed, 'files.expiry')).toMatchObject({ id });
    await portal.pool.query(`update people set last_sign_in_at = '2026-11-25' where id = $1`, [other]);
    expect(await both()).toEqual([null, renamed]);
    // With the new one, which IT has yet to give to their account.
    await signedInAs(other, email, id);
    expect(await both()).toEqual([renamed, email]);
  });

  test('but what the same person has twice takes no address from them', async () => {
    await says([email, id, lastMonth], [email, null, sinceThen]);
    expect(await found()).toBe(email);
    await portal.pool.query('delete from directory_records');
    await says(['', id, lastMonth], [email, null, lastMonth]);
    expect(await found()).toBe(email);
  });

  test('but someone without a record keeps the address, until IT says that the record is not theirs', async () => {
    expect(await found()).toBe(email);
    await says([email, null, sinceThen]);
    expect(await found()).toBe(email);
    await portal.pool.query('update directory_records set not_person_id = $1', [id]);
    expect(await found()).toBeNull();
  });

  test('but an address of another domain, of two records, or of another account is not used', async () => {
    await says(['a.lind@home.example', id, sinceThen]);
    expect(await found()).toBe(email);
    await portal.pool.query('delete from directory_records');
    await says([renamed, id, sinceThen], [renamed, null, lastMonth]);
    expect(await found()).toBe(email);
    await portal.pool.query(`delete from directory_records where person_id is null`);
    await addPerson(other, renamed);
    expect(await found()).toBe(email);
  });
});
