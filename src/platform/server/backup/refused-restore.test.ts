import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../db/database.ts';
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { addPerson, namesOf, withoutPortal } from './testing/people.ts';
import { addressOf, backUp, openEmptyDatabase, restore, temporaryFolder } from './testing/places.ts';

test("a database with tables that are not Quad's is never touched", async () => {
  const { file } = await backUp((await openTestDatabase()).settings);
  const target = await openEmptyDatabase();
  await target.pool.query('create table of_somebody_else (x integer)');
  const attempt = withoutPortal(target, () =>
    restore(file, target.settings, { mayReplace: async () => true }),
  );
  await expect(attempt).rejects.toThrow("tables that are not Quad's");
  expect((await target.pool.query('select from of_somebody_else')).rowCount).toBe(0);
});

test('a portal whose tables are in another schema is neither backed up nor restored over, with commands that help', async () => {
  const { file } = await backUp((await openTestDatabase()).settings);
  const portal = await openTestDatabase();
  const name = portal.settings.database;
  await addPerson(portal, 'here');
  await portal.pool.query('alter schema public rename to campus');
  // An older copy, whose backup would look like the portal's.
  await portal.pool.query('create schema public create table kysely_migration (name text)');
  await portal.pool.query('alter extension pg_trgm set schema public');
  await portal.pool.query(`alter database ${name} set search_path = campus, public`);

  const failure = await backUp(portal.settings).catch((error: Error) => error.message);
  expect(failure).toContain("The portal's tables are in the schema campus");
  await withoutPortal(portal, () =>
    expect(restore(file, portal.settings, { mayReplace: async () => true })).rejects.toThrow(String(failure)),
  );

  const [, commands = ''] = /Stop every instance, and run .*?: (.*)$/.exec(String(failure)) ?? [];
  await portal.pool.query(commands);
  const target = await openEmptyDatabase();
  const moved = await backUp(portal.settings);
  await withoutPortal(target, () => restore(moved.file, target.settings));
  expect(await namesOf(target)).toEqual(['here']);
});

test('a database that a portal is connected to is not restored into', async () => {
  const { file } = await backUp((await openTestDatabase()).settings);
  const target = await openTestDatabase();
  await sql`select 1`.execute(target.database);
  await expect(restore(file, target.settings)).rejects.toThrow('A portal is connected to this database');
});

test('nor one whose portal connects with a URL that names an application', async () => {
  const { file } = await backUp((await openTestDatabase()).settings);
  const target = await openTestDatabase();
  const url = `${addressOf(target)}&application_name=portal-a`;
  const attempt = withoutPortal(target, async () => {
    const portal = openDatabase({ url }, { size: 1 });
    onTestFinished(() => portal.close());
    await sql`select 1`.execute(portal.database);
    return restore(file, { url });
  });
  await expect(attempt).rejects.toThrow('A portal is connected to this database');
});

test('nor one that is being read, has a full disk, or is unreachable at either end, each with a sentence', async () => {
  const { file } = await backUp((await openTestDatabase()).settings);
  const target = await openEmptyDatabase();
  await target.pool.query('create table kysely_migration (name text)');
  const refusing = async (state: string) => {
    await target.pool.query(
      `create or replace function refuse() returns event_trigger language plpgsql as
         $$ begin raise exception using errcode = '${state}'; end $$`,
    );
    await target.pool.query('create event trigger refusing on ddl_command_start execute function refuse()');
    const attempt = withoutPortal(target, () => restore(file, target.settings));
    return attempt.finally(() => target.pool.query('drop event trigger refusing'));
  };
  // As after ten seconds of waiting for a lock, which no test has.
  await expect(refusing('55P03')).rejects.toThrow('This database is in use by a backup or another restore');
  await expect(refusing('53100')).rejects.toThrow('The disk of the database is full.');
  const away = { ...target.settings, host: temporaryFolder() };
  const sentence = 'The database cannot be reached (ENOENT). Nothing was changed.';
  await expect(restore(file, away)).rejects.toThrow(sentence);
  await expect(backUp(away)).rejects.toThrow(sentence);
});

test('a backup or a restore whose database stops halfway says so', { tags: 'long' }, async () => {
  const source = await openTestDatabase();
  const { file } = await backUp(source.settings);
  const target = await openTestDatabase();
  const stopped = async ({ settings }: TestDatabase, work: () => Promise<unknown>) => {
    const reader = new pg.Client(settings);
    await reader.connect();
    await reader.query('begin');
    await reader.query('lock table people');
    const cut = async () => {
      await reader.query('select pg_stat_clear_snapshot()');
      const { rowCount } = await reader.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      return rowCount;
    };
    const [outcome] = await Promise.allSettled([work(), expect.poll(cut, { timeout: 9_000 }).toBe(1)]);
    await reader.end();
    return outcome.status === 'rejected' ? String(outcome.reason) : 'done';
  };
  expect(await stopped(source, () => backUp(source.settings))).toMatch(
    /^BackupError: The database cannot be reached \(.*\)\. No backup was made\.$/,
  );
  const place = { mayReplace: async () => true };
  const restored = await withoutPortal(target, () =>
    stopped(target, () => restore(file, target.settings, place)),
  );
  expect(restored).toMatch(
    /^BackupError: The database cannot be reached \(.*\)\. Nothing was changed, unless all rows were already in place/,
  );
});

test('nor one that a portal connects to while the question of whether to replace it is still open', async () => {
  const { file } = await backUp((await openTestDatabase()).settings);
  const target = await openTestDatabase();
  await addPerson(target, 'old');
  const mayReplace = async () => {
    await sql`select 1`.execute(target.database);
    return true;
  };
  const attempt = withoutPortal(target, () => restore(file, target.settings, { mayReplace }));
  await expect(attempt).rejects.toThrow('A portal is connected to this database');
  expect(await namesOf(target)).toEqual(['old']);
});
