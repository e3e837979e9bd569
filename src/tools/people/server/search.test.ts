import path from 'node:path';
import { expect, test } from 'vitest';
import { migrate, migrationNames } from '../../../platform/server/db/migrate.ts';
import { openPlainDatabase } from '../../../platform/server/testing/test-database.ts';
import { startTestServer } from '../../../platform/server/testing/test-server.ts';
import { listHolders, listNewcomers, listPeople } from '../contract.ts';
import { peopleServer } from './index.ts';

test('people are found in any case in any alphabet, even if the database folds only ASCII', async () => {
  const database = await openPlainDatabase();
  // Someone whose row was written before names were folded.
  const folder = path.resolve('migrations');
  const older = migrationNames(folder).filter((name) => name < '20261121T1550');
  await migrate(database.database, folder, older);
  await database.pool.query(
    `insert into people (id, email, name, given_name, family_name)
     values (gen_random_uuid(), 'olga@sawtooth.example', 'Ольга Ångström', '', '')`,
  );
  await migrate(database.database, folder);
  const { signIn } = await startTestServer({ tools: [peopleServer], database });
  const admin = await signIn('it');
  const find = async (search: string) =>
    (await admin.send(listPeople, { query: { search, page: 1 } })).body.data.map(({ name }) => name);
  const signInAs = async (name: string) => {
    await database.pool.query(`update demo_people set name = $1 where email = 'staff@sawtooth.example'`, [
      name,
    ]);
    await signIn('staff');
  };

  await signInAs('Ärne Žižka');
  for (const search of ['ärne', 'ÄRNE ŽI', 'žiŽ', 'STAFF@'])
    expect(await find(search)).toEqual(['Ärne Žižka']);
  await signInAs('Łucja Ćwikła');
  expect(await find('ärne')).toEqual([]);
  expect(await find('ŁUCJA ć')).toEqual(['Łucja Ćwikła']);
  for (const search of ['ОЛЬГА', 'ольга å', 'ÅNG']) expect(await find(search)).toEqual(['Ольга Ångström']);
  for (const search of ['Ćwikła, Łucja', 'Łucja\u00a0Ćwikła', 'łucja  ćwikła', 'Łucja\nĆwikła'])
    expect({ search, found: await find(search) }).toEqual({ search, found: ['Łucja Ćwikła'] });
  for (const search of ['%', '_', '\\', ',', 'Łucja staffs']) expect(await find(search)).toEqual([]);

  // An instance of the earlier version writes no folded text while instances are being replaced.
  await database.pool.query(`update people set folded = null where email = 'it@sawtooth.example'`);
  expect(await find('IRIS')).toEqual(['Iris Thornwell']);
});

test('people in the directory are found in any case, too, and without accents', async () => {
  const database = await openPlainDatabase();
  await migrate(database.database, path.resolve('migrations'));
  const { signIn } = await startTestServer({ tools: [peopleServer], database });
  await database.pool.query('delete from directory_records');
  await database.pool.query(
    `insert into directory_records (key, account_name, email, given_name, family_name, title, department,
       department_code, phone, fax, mailbox, kind, groups, confidential, folded, content_hash)
     values ('E8', '', 'lucki@sawtooth.example', 'Ángel', 'Łucki', 'Registrar', 'Records', '', '', '', '', 'employee',
       '{}', false, E'angel\nlucki\nlucki@sawtooth.example\nregistrar\nrecords', '')`,
  );
  const admin = await signIn('it');
  const find = async (search: string) =>
    (await admin.send(listNewcomers, { query: { search, page: 1 } })).body.data.map(({ id }) => id);
  for (const search of ['', 'Ángel Łucki', 'ÁNGEL', 'lucki angel', 'LUCKI@', 'Registrar', 'rec'])
    expect({ search, found: await find(search) }).toEqual({ search, found: ['E8'] });
  for (const search of ['ärne', 'angel ärne', '%', '_', '\\']) expect(await find(search)).toEqual([]);
});

test('lists are in the order of names even if the database only sorts by bytes', async () => {
  const database = await openPlainDatabase();
  await migrate(database.database, path.resolve('migrations'));
  const { signIn } = await startTestServer({ tools: [peopleServer], database });
  await database.pool.query('delete from directory_records');
  const names = ['Zimmer', 'de la Cruz', 'Åberg', 'Brand'];
  await database.pool.query(
    `insert into directory_records (key, account_name, email, given_name, family_name, title, department,
       department_code, phone, fax, mailbox, kind, groups, access_groups, confidential, folded, content_hash)
     select name, '', '', '', name, '', '', '', '', '', '', 'employee', '{}', '{Domain-IT}', false,
       E'\nanyone\n\n\n', ''
     from unnest($1::text[]) as name`,
    [names],
  );
  const admin = await signIn('it');
  const ordered = ['Åberg', 'Brand', 'de la Cruz', 'Zimmer'];
  for (const search of ['', 'anyone']) {
    const { data } = (await admin.send(listNewcomers, { query: { search, page: 1 } })).body;
    expect(data.map(({ name }) => name)).toEqual(ordered);
  }
  const query = { permission: 'people.manage', page: 1 };
  const holders = (await admin.send(listHolders, { query })).body.data.map(({ name }) => name);
  expect(holders.filter((name) => names.includes(name))).toEqual(ordered);
  const { data: last } = (await admin.send(listHolders, { query: { ...query, page: 2, pageSize: 3 } })).body;
  expect(last.map(({ name }) => name)).toEqual(['Iris Thornwell', 'Zimmer']);
});
