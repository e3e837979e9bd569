import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import { QuadAlreadyRunning } from './errors.ts';
import {
  ask,
  endHolders,
  isRunning,
  leaveNote,
  nextLine,
  postmasterOf,
  startHolder,
} from './testing/holder.ts';

let folder: string;
/** Most tests share one data folder, since a first start is slow; they write what they need. */
let dataFolder: string;
const running: EmbeddedPostgres[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quad-embedded-'));
  dataFolder = join(folder, 'data');
});
afterEach(async () => {
  await endHolders();
  for (const database of running.splice(0)) await database.stop();
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function start(place = dataFolder): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataFolder: place, durable: false });
  running.push(database);
  return database;
}

test('a fresh start creates a database with our encoding, collation, checksums, and user', async () => {
  const { connection } = await start(join(folder, 'fresh'));
  const answer = await ask(
    connection,
    `SELECT current_user AS "user", current_setting('data_checksums') AS checksums, current_setting('server_version_num')::int / 10000 AS version,
      current_setting('listen_addresses') AS addresses, pg_encoding_to_char(encoding) AS encoding, datlocprovider AS provider, datlocale AS locale
      FROM pg_database WHERE datname = current_database()`,
  );
  expect(answer).toEqual({
    user: 'quad',
    checksums: 'on',
    version: 18,
    addresses: '',
    encoding: 'UTF8',
    provider: 'i',
    locale: 'en',
  });
});

test('durable is the default, and only tests do without', async () => {
  const question = `SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS commits, current_setting('full_page_writes') AS pages`;
  const database = await startEmbeddedPostgres({ dataFolder });
  running.push(database);
  expect(await ask(database.connection, question)).toEqual({ fsync: 'on', commits: 'on', pages: 'on' });
  await database.stop();
  const { connection } = await start();
  expect(await ask(connection, question)).toEqual({ fsync: 'off', commits: 'off', pages: 'off' });
});

test('what was written is there after a stop and a start', async () => {
  const first = await start();
  const { question, answer } = await leaveNote(first.connection);
  const postmaster = await postmasterOf(dataFolder);
  await first.stop();
  expect(await isRunning(postmaster)).toBe(false);
  const second = await start();
  expect(await ask(second.connection, question)).toEqual(answer);
});

test('the log is in the data folder and contains no values of rows', async () => {
  const { connection, logFolder } = await start();
  await ask(connection, 'CREATE TABLE IF NOT EXISTS person (email text PRIMARY KEY)');
  await ask(connection, `INSERT INTO person VALUES ('someone@college.example')`);
  const twice = `INSERT INTO person SELECT 'someone' || '@college.example'`;
  await expect(ask(connection, twice)).rejects.toThrow('duplicate key');
  const name = (await readdir(logFolder)).find((file) =>
    /^postgres-(Mon|Tue|Wed|Thu|Fri|Sat|Sun)\.log$/.test(file),
  );
  // A line of PostgreSQL's own, after the refusal: another process writes the lines, in order.
  await ask(connection, 'CHECKPOINT');
  const log = await vi.waitFor(async () => {
    const text = await readFile(join(logFolder, name ?? 'none'), 'utf8');
    expect(text).toContain('force wait');
    return text;
  }, 10_000);
  expect(log).not.toContain('someone@college.example');
});

test('a second start on the same folder is refused within the process and in another one', async () => {
  await start();
  await expect(startEmbeddedPostgres({ dataFolder })).rejects.toThrow(QuadAlreadyRunning);
  const other = await startHolder(dataFolder);
  expect(other.refusal).toBe(
    `QuadAlreadyRunning: Quad is already running on the data folder ${dataFolder}: stop it first, or choose another folder with QUAD_DATA.`,
  );
});

test('of two first starts at once, one runs and the other is refused with the reason', {
  tags: 'long',
}, async () => {
  const fresh = join(folder, 'two-at-once');
  const holders = await Promise.all([startHolder(fresh), startHolder(fresh)]);
  const winners = holders.filter((holder) => holder.connection !== undefined);
  const losers = holders.filter((holder) => holder.refusal?.startsWith('QuadAlreadyRunning'));
  expect([winners.length, losers.length]).toEqual([1, 1]);
  for (const { child } of winners) {
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  }
});

test('after a stop the folder is free, and a failed start frees it, too', async () => {
  const first = await start();
  await first.stop();
  await rename(join(dataFolder, 'postgres'), join(dataFolder, 'kept'));
  await mkdir(join(dataFolder, 'postgres/somebody-elses'), { recursive: true });
  await expect(start()).rejects.toThrow('is not a database that Quad made');
  await rm(join(dataFolder, 'postgres'), { recursive: true });
  await rename(join(dataFolder, 'kept'), join(dataFolder, 'postgres'));
  expect((await start()).connection.database).toBe('quad');
});

test('a folder that was moved between two starts keeps its data', async () => {
  const first = await start();
  const { question, answer } = await leaveNote(first.connection);
  await first.stop();
  const moved = join(folder, 'elsewhere');
  await rename(dataFolder, moved);
  dataFolder = moved;
  const second = await start();
  expect(second.connection.host).toBe(join(moved, 'postgres-socket'));
  expect(await ask(second.connection, question)).toEqual(answer);
});

test('a folder that is moved while Quad is running is still in use', async () => {
  await start();
  const moved = join(folder, 'further');
  await rename(dataFolder, moved);
  await expect(startEmbeddedPostgres({ dataFolder: moved })).rejects.toThrow(QuadAlreadyRunning);
  await rename(moved, dataFolder);
});

test('a path that is too long for a socket works by way of the folder for temporary files', async () => {
  const long = join(folder, 'very-long-name-'.repeat(8), 'data');
  const database = await start(long);
  expect(database.connection.host).toMatch(new RegExp(`^${tmpdir()}/quad-\\d+-[0-9a-f]{16}$`));
  expect(await ask(database.connection, 'SELECT 1 AS one')).toEqual({ one: 1 });
  await database.stop();
  await expect(readdir(database.connection.host)).rejects.toThrow('ENOENT');
});

test('Ctrl-C in the terminal reaches the server and not the database', async () => {
  const { child, connection } = await startHolder(dataFolder, { detached: true });
  if (connection === undefined || child.pid === undefined) throw new Error('The database did not start.');
  const interrupted = nextLine(child);
  process.kill(-child.pid, 'SIGINT');
  expect(JSON.parse(await interrupted)).toEqual({ interrupted: true });
  expect(await ask(connection, 'SELECT 1 AS one')).toEqual({ one: 1 });
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('a server that ends without a stop takes the database with it', async () => {
  const { child } = await startHolder(dataFolder);
  const postmaster = await postmasterOf(dataFolder);
  child.kill('SIGUSR2');
  expect(await once(child, 'exit')).toEqual([3, null]);
  await vi.waitFor(async () => expect(await isRunning(postmaster)).toBe(false), { timeout: 10_000 });
});
