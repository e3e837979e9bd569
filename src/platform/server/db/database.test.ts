import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { openWayTo } from '../jobs/testing/interruptible.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { startTestServer } from '../testing/test-server.ts';
import { isOutage, isReachable, openDatabase, type Reader, readRows, sayWhich } from './database.ts';

test('a database that no longer responds is reported as unavailable, and found again when it responds', async () => {
  const way = await openWayTo(await openTestDatabase());
  const { database, close } = openDatabase(way.settings, { size: 2, silence: 300 });
  onTestFinished(close);
  expect(await isReachable(database)).toBe(true);
  way.freeze();
  const writing = database.transaction().execute((transaction) => sql`select 1`.execute(transaction));
  const error = await writing.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(isOutage(error)).toBe(true);
  expect(await isReachable(database)).toBe(false);
  way.thaw();
  expect(await isReachable(database)).toBe(true);
});

test('a database is named without its password', () => {
  const url = 'postgresql://quad:secret@localhost/portal?host=/run/postgresql';
  expect(sayWhich({ url })).toBe('the database "portal" at /run/postgresql');
});

test('a pool that may have no more connections waits for those that it has, and gets more once it may', async () => {
  const { settings, pool } = await openTestDatabase();
  const role = `${settings.database}_few`;
  const few = openDatabase({ ...settings, user: role }, { size: 9 });
  onTestFinished(async () => {
    await few.close();
    await pool.query(`drop role ${role}`);
  });
  await pool.query(`create role ${role} login connection limit 3`);
  const burst = () =>
    Promise.all(Array.from({ length: 60 }, () => sql`select pg_sleep(0.01)`.execute(few.database)));
  await burst();
  await burst();
  expect(few.pool.totalCount).toBe(3);

  await pool.query(`alter role ${role} connection limit 20`);
  const grown = async () => {
    await burst();
    return few.pool.totalCount;
  };
  await expect.poll(grown, { timeout: 10_000 }).toBe(9);
});

test('a pool behind a pooler that accepts no more connections waits for those that it has', async () => {
  const way = await openWayTo(await openTestDatabase(), 3);
  const few = openDatabase(way.settings, { size: 9 });
  onTestFinished(few.close);
  await Promise.all(Array.from({ length: 60 }, () => sql`select pg_sleep(0.01)`.execute(few.database)));
  expect([few.pool.totalCount, few.countOpen()]).toEqual([3, 3]);
  const another = openDatabase(way.settings, { size: 1 });
  onTestFinished(another.close);
  expect(await isReachable(another.database, [few])).toBe(true);
  expect(await isReachable(another.database)).toBe(false);
});

test('connections that end before they are ready, as during a restart behind PgBouncer, are never counted as open', async () => {
  const way = await openWayTo(await openTestDatabase());
  const { database, countOpen, close } = openDatabase(way.settings, { size: 3 });
  onTestFinished(close);
  way.acceptOnly();
  for (let time = 0; time < 3; time += 1) await expect(sql`select 1`.execute(database)).rejects.toThrow();
  expect(countOpen()).toBe(0);
  way.acceptAll();
  await sql`select 1`.execute(database);
  expect(countOpen()).toBe(1);
});

test.each(['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout'])(
  'a connection has a %s, but not one that changes tables',
  async (name) => {
    const { settings } = await openTestDatabase();
    const limits: unknown[] = [];
    for (const patient of [false, true]) {
      const { pool, close } = openDatabase(settings, { size: 1, patient });
      const { rows } = await pool.query(`show ${name}`);
      limits.push(rows[0]?.[name]);
      await close();
    }
    expect(limits[0]).toMatch(/^\d+(s|min)$/);
    expect(limits[1]).toBe('0');
  },
);

test('what an administrator has set for the role or the database changes nothing', async () => {
  const { settings, pool } = await openTestDatabase();
  const set = {
    datestyle: `'German'`,
    timezone: `'Pacific/Kiritimati'`,
    standard_conforming_strings: 'off',
    default_transaction_isolation: 'serializable',
  };
  for (const [name, value] of Object.entries(set))
    await pool.query(`alter database ${settings.database} set ${name} = ${value}`);
  for (const patient of [false, true]) {
    const { database, close } = openDatabase(settings, { size: 10, patient });
    onTestFinished(close);
    const { rows } = await sql`
      select timestamptz '2026-11-01T08:30:00Z' as at, date_trunc('day', timestamptz '2026-11-01T08:30:00Z') as day,
        '\\n' as text`.execute(database);
    const [at, day] = ['2026-11-01T08:30:00Z', '2026-11-01T00:00:00Z'].map((time) => new Date(time));
    expect(rows).toEqual([{ at, day, text: '\\n' }]);
    const visit = () =>
      sql`
      insert into throttle_counters (key, count) values ('one', 1)
      on conflict (key) do update set count = throttle_counters.count + 1`.execute(database);
    await Promise.all(Array.from({ length: 50 }, visit));
  }
});

test('a reader cannot write: the compiler refuses it, and PostgreSQL what gets past the compiler', async () => {
  const { quad } = await startTestServer();
  const reader: Reader = quad.platform.reader;
  // @ts-expect-error A reader runs SQL only through readRows.
  const pastTheCompiler = sql`delete from people`.execute(reader);
  await expect(pastTheCompiler).rejects.toThrow('read-only transaction');
  await expect(readRows(reader, sql`delete from people`)).rejects.toThrow('read-only transaction');
  // @ts-expect-error It has no methods for writing either.
  expect(reader.deleteFrom).toBeTypeOf('function');
});

test('a refused write is a bug for a reader, and an outage for a connection that may write', async () => {
  const { settings } = await openTestDatabase();
  for (const readOnly of [true, false]) {
    const { database, close } = openDatabase(settings, { size: 1, readOnly });
    onTestFinished(close);
    // As on a standby that has not been promoted yet.
    const transaction = readOnly ? database.transaction() : database.transaction().setAccessMode('read only');
    const writing = transaction.execute((one) => sql`delete from people`.execute(one));
    const error: unknown = await writing.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ message: 'cannot execute DELETE in a read-only transaction' });
    expect(isOutage(error)).toBe(!readOnly);
  }
});

test('a close does not wait for a long transaction, which is rolled back', async () => {
  const { settings, pool } = await openTestDatabase();
  await pool.query('create table notes (id int)');
  const { database, close } = openDatabase(settings, { size: 2 });
  const writing = database.transaction().execute(async (transaction) => {
    await sql`insert into notes values (1)`.execute(transaction);
    await sql`select pg_sleep(10)`.execute(transaction);
  });
  const cut = expect(writing).rejects.toSatisfy(isOutage);
  const asleep = "select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'";
  await expect.poll(async () => (await pool.query(asleep)).rowCount).toBe(1);
  await close();
  await cut;
  expect((await pool.query('select from notes')).rowCount).toBe(0);
});
