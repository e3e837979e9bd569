import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readRows } from '../../../platform/server/db/database.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { openTestDatabase } from '../../../platform/server/testing/test-database.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { previewNotice } from '../contract.ts';
import { noticesServer } from './index.ts';
import { addressesOf } from './reach.ts';

const addPerson = `
  with person as (
    insert into people (id, email, name, given_name, family_name, disabled)
    values (gen_random_uuid(), $1 || '@sawtooth.example', $1, '', '', $2) returning id)
  insert into identities (provider, subject, person_id, groups) select 'demo', $1, id, '{Domain-Staff}' from person`;
const addRecord = `
  insert into directory_records (key, email, active, person_id, account_name, given_name, family_name, title, department,
    department_code, phone, fax, mailbox, kind, groups, confidential, folded, content_hash)
  select $1, $2 || '@sawtooth.example', $3, (select id from people where name = $4), '', '', '', '', '', '', '', '', '',
    'employee', '{Domain-Staff}', false, '', ''`;

test('an emergency reaches everyone, in the directory or not, and no one who left for good', async () => {
  const { pool, database } = await openTestDatabase();
  const reached = async (groups: string[] | null) => {
    const rows = await readRows(database, addressesOf(groups));
    return (rows as { email: string }[]).map(({ email }) => email.replace(/@.*/, '')).toSorted();
  };
  for (const name of ['here', 'renamed', 'unknown', 'left', 'reused', 'student', 'blocked', 'blocked-reused'])
    await pool.query(addPerson, [name, name.startsWith('blocked')]);
  for (const record of [
    ['1', 'here', true, 'here'],
    // The directory has their new address; their account has it from the next sign-in on.
    ['2', 'married', true, 'renamed'],
    ['3', 'left', false, 'left'],
    ['4', 'reused', false, 'reused'],
    ['5', 'reused', true, null],
    // Possibly the record of the blocked person.
    ['6', 'blocked', true, null],
    ['7', 'blocked-reused', false, 'blocked-reused'],
    ['8', 'blocked-reused', true, null],
    ['9', 'newcomer', true, null],
    // A student worker who is only a student now.
    ['10', 'student', false, 'student'],
  ])
    await pool.query(addRecord, record);
  await pool.query("update people set last_sign_in_at = now() + interval '1 hour' where name = 'student'");
  const all = ['blocked-reused', 'here', 'married', 'newcomer', 'reused', 'student', 'unknown'];
  expect(await reached(['Domain-Staff'])).toEqual(all);
  expect(await reached(null)).toEqual(all);
  // The former owner's groups say nothing about the new owner.
  await pool.query("update directory_records set groups = '{}' where key in ('5', '8')");
  expect(await reached(['Domain-Staff'])).toEqual(['here', 'married', 'newcomer', 'student', 'unknown']);
});

describe('how many people a notice is for', () => {
  let server: TestServer;
  let it: TestClient;
  beforeAll(async () => {
    server = await createTestServer({ tools: [noticesServer] });
    it = await server.signIn('it');
    await server.signIn('student');
  });
  afterAll(() => server.stop());

  test('the number of people counts accounts and directory records, each address once, and no one who is blocked', async () => {
    const people = async (audience: 'everyone' | 'groups', groups: string[] = []) =>
      (await it.send(previewNotice, { body: { tone: 'info', audience, groups } })).body.data.people;
    const [students, all] = [await people('groups', ['Domain-Student']), await people('everyone')];
    expect(students).toBe(1);
    const record = (key: string, email: string, groups: string[], personId: string | null = null) =>
      server.database.pool.query(
        `insert into directory_records (account_name, content_hash, key, email, given_name, family_name, groups, person_id, kind, title, department,
           department_code, phone, fax, mailbox, confidential, active, folded, email_since)
         values ('', '', $1, $2, 'A', 'B', $3, $4, 'student', '', '', '', '', '', '', false, true, '', '-infinity')`,
        [key, email, groups, personId],
      );
    const { rows } = await server.database.pool.query(
      `select id from people where email = 'student@sawtooth.example'`,
    );
    await record('1', 'Student@Sawtooth.example', ['Domain-Student']);
    await record('2', 'old-address@sawtooth.example', ['Domain-Student'], rows[0].id);
    await record('3', 'new@sawtooth.example', ['Domain-Student']);
    expect(await people('groups', ['domain-student'])).toBe(students + 1);
    expect(await people('everyone')).toBe(all + 1);
    await server.database.pool.query(`update people set disabled = true where id = $1`, [rows[0].id]);
    expect(await people('groups', ['Domain-Student'])).toBe(students);
    await server.database.pool.query(`update people set disabled = false where id = $1`, [rows[0].id]);
  });

  test('someone whose address had an earlier owner is counted', async () => {
    const people = async () => {
      const body = { tone: 'info' as const, audience: 'groups' as const, groups: ['Domain-Student'] };
      return (await it.send(previewNotice, { body })).body.data.people;
    };
    const before = await people();
    await server.database.pool.query(
      `insert into people (id, email, name, given_name, family_name, folded, disabled, email_released_at)
       values (gen_random_uuid(), 'student@sawtooth.example', 'Earlier Owner', 'Earlier', 'Owner', '', true, now())`,
    );
    expect(await people()).toBe(before);
    await server.database.pool.query('delete from people where email_released_at is not null');
  });
});
