import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { whenDatabaseAnswers, whyAway } from './wait-for-database.ts';

const pace = { first: 10, longest: 20 };

/** A separate role that does not outlive the test. */
async function makeRole({ pool, settings }: TestDatabase, is: string): Promise<string> {
  const role = `${settings.database}_role`;
  await pool.query(`create role ${role} ${is}`);
  onTestFinished(async () => {
    const open = openDatabase({ ...settings, database: 'postgres' }, { size: 1 });
    await open.pool.query(`drop role ${role}`);
    await open.close();
  });
  return role;
}

function ask(settings: TestDatabase['settings']) {
  return async () => {
    const open = openDatabase(settings, { size: 1 });
    try {
      await sql`select 1`.execute(open.database);
    } finally {
      await open.close();
    }
  };
}

test.each([
  ['nologin', 'login', 'The database does not let the user in DATABASE_URL connect.'],
  [
    'login connection limit 0',
    'connection limit 5',
    'The database allows Quad no more connections (max_connections, a limit of the role or the database, or max_client_conn of PgBouncer).',
  ],
])('N01: a role that is %s is reported once, and waited for', async (before, after, sentence) => {
  const database = await openTestDatabase();
  const user = await makeRole(database, before);
  const said: string[] = [];
  const say = vi.fn(async (text: string) => void said.push(text));
  const work = vi.fn(ask({ ...database.settings, user }));
  const waiting = whenDatabaseAnswers(work, say, pace);
  await vi.waitFor(() => expect(work.mock.calls.length).toBeGreaterThan(3), { timeout: 10_000 });
  await database.pool.query(`alter role ${user} ${after}`);
  await waiting;
  expect(said).toEqual([`${sentence} Quad keeps trying.`]);
});

test('N01: a standby is reported as one, and waited for until it accepts writes', async () => {
  const { pool, settings } = await openTestDatabase();
  const name = settings.database;
  await pool.query(`alter database ${name} set default_transaction_read_only = on`);
  const said: string[] = [];
  const work = async () => {
    const open = openDatabase(settings, { size: 1 });
    try {
      await sql`delete from people where false`.execute(open.database);
    } finally {
      await open.close();
    }
  };
  const waiting = whenDatabaseAnswers(work, async (text) => void said.push(text), pace);
  await vi.waitFor(() => expect(said).toHaveLength(1), { timeout: 10_000 });
  await pool.query(`alter database ${name} reset default_transaction_read_only`);
  await waiting;
  expect(said).toEqual([
    'The database accepts no writes: it is a standby, or default_transaction_read_only is on. Quad keeps trying.',
  ]);
});

test("N01: a database that does not exist yet is reported by the setting's name, and found once it is created", async () => {
  const database = await openTestDatabase();
  const name = `${database.settings.database}_later`;
  const said: string[] = [];
  const waiting = whenDatabaseAnswers(
    ask({ ...database.settings, database: name }),
    async (text) => void said.push(text),
    pace,
  );
  await vi.waitFor(() => expect(said).toHaveLength(1), { timeout: 10_000 });
  await database.pool.query(`create database ${name}`);
  await waiting;
  await database.pool.query(`drop database ${name} with (force)`);
  expect(said).toEqual(['The database named in DATABASE_URL does not exist. Quad keeps trying.']);
});

test('a certificate that DATABASE_URL names but that is missing is reported by its name, and found once it is there', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'quad-ca-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'college-ca.pem');
  const open = openDatabase({ url: `postgresql://quad@127.0.0.1:1/quad?sslrootcert=${file}` }, { size: 1 });
  onTestFinished(open.close);
  const said: string[] = [];
  const work = async () => {
    if (said.length < 2) await sql`select 1`.execute(open.database);
  };
  const waiting = whenDatabaseAnswers(work, async (text) => void said.push(text), pace);
  await vi.waitFor(() => expect(said).toHaveLength(1), { timeout: 10_000 });
  await writeFile(file, '');
  await waiting;
  expect(said[0]).toBe(
    `The file ${file} that DATABASE_URL names cannot be read (ENOENT). Quad keeps trying.`,
  );
  expect(said[1]).toContain('ECONNREFUSED');
});

test('a lock that another holds is not mistaken for a database that cannot be reached', async () => {
  const { database, pool } = await openTestDatabase();
  const holder = await pool.connect();
  await holder.query('begin; lock table people');
  const waiting = database.transaction().execute(async (transaction) => {
    await sql`set local lock_timeout = 50`.execute(transaction);
    await sql`select from people`.execute(transaction);
  });
  const error: unknown = await waiting.catch((reason: unknown) => reason);
  await holder.query('rollback');
  holder.release();
  expect(whyAway(error as Error)).toBe(
    'Tables of the database are locked, for example by an upgrade that is under way.',
  );
});

test('N01: a schema newer than the code is refused at once, not waited for', async () => {
  const database = await openTestDatabase();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'quad-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const say = vi.fn();
  await expect(whenDatabaseAnswers(() => migrate(database.database, folder), say, pace)).rejects.toThrow(
    /^This database belongs to a newer version of Quad/,
  );
  expect(say).not.toHaveBeenCalled();
});

test('an error that is not about reaching the database is thrown at once', async () => {
  const say = vi.fn();
  const work = () => Promise.reject(new Error('a mistake of ours'));
  await expect(whenDatabaseAnswers(work, say, pace)).rejects.toThrow('a mistake of ours');
  expect(say).not.toHaveBeenCalled();
});
