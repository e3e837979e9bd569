import { expect, test } from 'vitest';
import { findRecipient } from '../notifications/choices.ts';
import { openTestDatabase } from '../testing/test-database.ts';
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

  // Someone who goes on signing in without a record reads email there, until the directory gives it to someone new.
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
