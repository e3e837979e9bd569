import { expect, test } from 'vitest';
import { openTestDatabase } from '../../../platform/server/testing/test-database.ts';
import { readStanding } from './standing.ts';

test('what the directory has against someone counts, whatever address it has for them', async () => {
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
    return (await readStanding(database, { email, addresses: [email] }, ['Domain-IT'])).reasons;
  };
  expect(await against()).toEqual(['no-facts', 'protected']);
  await pool.query(`update directory_records set active = false, groups = '{}'`);
  expect(await against()).toEqual(['no-facts', 'left']);
  // The address was given to someone new.
  await pool.query('update people set email_released_at = now()');
  expect(await against()).toEqual(['no-facts']);
});
