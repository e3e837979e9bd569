import { beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { denyRecord, joinPerson } from './join.ts';

const me = '0198a000-0000-7000-8000-000000000001';
const other = '0198a000-0000-7000-8000-000000000002';
let database: TestDatabase;

/** Someone who just signed in, and someone else with a record from the past. */
beforeEach(async () => {
  database = await openTestDatabase();
  await database.pool.query(
    `insert into people (id, email, name, given_name, family_name) values
       ($1, 'me@college.example', 'Me', 'Me', ''), ($2, 'other@college.example', 'Other', 'Other', '')`,
    [me, other],
  );
  await add('others former', other, false);
});

const add = (key: string, person: string | null, active = true) =>
  database.pool.query(
    `insert into directory_records (key, account_name, email, given_name, family_name, title, department,
       department_code, phone, fax, mailbox, kind, groups, confidential, folded, content_hash, person_id, active)
     values ($1, '', '', '', '', '', '', '', '', '', '', 'employee', '{}', false, '', '', $2, $3)`,
    [key, person, active],
  );
const join = (key: string) =>
  database.database
    .transaction()
    .execute((transaction) => joinPerson(transaction, me, { key, emailTrusted: [] }));
const owned = async () => {
  const { rows } = await database.pool.query<{ key: string; mine: boolean }>(
    'select key, person_id = $1 as mine from directory_records where person_id is not null order by key',
    [me],
  );
  return rows.map(({ key, mine }) => `${key}: ${mine ? 'mine' : 'theirs'}`);
};

test('someone who signs in gets the record that the provider names, instead of a former one, and others keep theirs', async () => {
  await add('free', null);
  await add('my former', me, false);
  await join('free');
  expect(await owned()).toEqual(['free: mine', 'others former: theirs']);
});

test('no one gets the record of someone else, even while another one is free', async () => {
  await add('free', null);
  const setTaken = "update directory_records set active = true where key = 'others former'";
  await database.pool.query(setTaken);
  await join('others former');
  expect(await owned()).toEqual(['others former: theirs']);
});

test('no one gets a record that the directory no longer has', async () => {
  await add('free', null);
  await add('gone', null, false);
  await join('gone');
  expect(await owned()).toEqual(['others former: theirs']);
});

test('someone who has a record keeps it when the provider names another one', async () => {
  await add('free', null);
  await add('mine', me);
  await join('free');
  expect(await owned()).toEqual(['mine: mine', 'others former: theirs']);
});

test('that a record is not someone’s is noted of this record alone', async () => {
  await add('asked about', null);
  await database.database.transaction().execute((transaction) => denyRecord(transaction, 'asked about', me));
  const { rows } = await database.pool.query('select key from directory_records where not_person_id = $1', [
    me,
  ]);
  expect(rows).toEqual([{ key: 'asked about' }]);
});
