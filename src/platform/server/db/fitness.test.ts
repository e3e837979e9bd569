import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { openDatabase } from './database.ts';
import { assertFit } from './fitness.ts';

/** Runs statements in a database of the same cluster. */
function administratorOf(settings: TestDatabase['settings']) {
  return async (database: string, ...statements: string[]) => {
    const client = new pg.Client({ ...settings, database });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
}

test('our own database is fit, and reports its PostgreSQL version', async () => {
  const { database } = await openTestDatabase();
  expect(await assertFit(database)).toMatch(/^\d+\.\d+/);
});

test('a database of another role and in another encoding is refused with the commands to run', async () => {
  const { settings } = await openTestDatabase();
  const role = `${settings.database}_guest`;
  const name = `${settings.database}_latin`;
  const owner = new pg.Client({ ...settings, database: 'postgres' });
  await owner.connect();
  onTestFinished(async () => {
    await owner.query(`drop database if exists ${name} with (force)`);
    await owner.query(`drop role ${role}`);
    await owner.end();
  });
  await owner.query(`create role ${role} login`);
  await owner.query(
    `create database ${name} template template0 encoding 'LATIN1' locale_provider libc locale 'C'`,
  );
  const guest = openDatabase({ ...settings, user: role, database: name }, { size: 1 });
  onTestFinished(guest.close);
  const refusal = await assertFit(guest.database).catch((error: unknown) => error);
  expect(String(refusal)).toContain(`stores text as LATIN1; Quad needs UTF-8`);
  expect(String(refusal)).toContain(`alter database ${name} owner to ${role};`);
});

test('tables that belong to the second role of a rotation are refused with the commands to run', async () => {
  const { settings } = await openTestDatabase();
  const [name, first, second] = ['turn', 'first', 'second'].map((word) => `${settings.database}_${word}`);
  const administer = administratorOf(settings);
  onTestFinished(() =>
    administer('postgres', `drop database ${name} with (force)`, `drop role ${second}`, `drop role ${first}`),
  );
  await administer(
    'postgres',
    `create role ${first} login`,
    `create role ${second} login in role ${first}`,
    `create database ${name} owner ${first}`,
  );
  const openAs = (user = '') => {
    const open = openDatabase({ ...settings, user, database: name ?? '' }, { size: 1 });
    onTestFinished(open.close);
    return open;
  };
  await openAs(second).pool.query('create table public.made_by_second (id int)');
  const back = openAs(first);
  const refusal = String(await assertFit(back.database).catch((error: unknown) => error));
  const [, commands = ''] = /Run as an administrator in this database: (.*)$/.exec(refusal) ?? [];
  expect(commands).toBe(
    `reassign owned by ${second} to ${first}; alter role ${second} in database ${name} set role ${first};`,
  );

  await administer(name ?? '', commands);
  await openAs(second).pool.query('create table public.made_as_first (id int)');
  await assertFit(back.database);
  await back.pool.query('select from made_by_second, made_as_first');
});

test.each([
  ['a schema with the name of the role', (role: string) => `create schema authorization ${role}`],
  ['a search_path without a schema', (role: string) => `alter role ${role} set search_path = campus`],
  ['a schema public that belongs to someone else', () => 'alter schema public owner to current_user'],
  ['no schema public', () => 'drop schema public'],
])('%s is refused with commands that help', async (_what, spoil) => {
  const { settings } = await openTestDatabase();
  const [name, role] = [`${settings.database}_path`, `${settings.database}_owner`];
  const administer = administratorOf(settings);
  onTestFinished(() => administer('postgres', `drop database ${name} with (force)`, `drop role ${role}`));
  await administer('postgres', `create role ${role} login`, `create database ${name} owner ${role}`);
  await administer(name, spoil(role));
  const check = async () => {
    const { database, close } = openDatabase({ ...settings, user: role, database: name }, { size: 1 });
    const outcome = await assertFit(database).catch((error: unknown) => error);
    await close();
    return String(outcome);
  };
  const [, commands = ''] = /Run as an administrator in this database: (.*)$/.exec(await check()) ?? [];
  expect(commands).toContain(`set search_path = public;`);

  await administer(name, commands);
  expect(await check()).toMatch(/^\d+\.\d+/);
});
