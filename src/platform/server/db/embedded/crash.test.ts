import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { watch } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';
import {
  ask,
  endHolders,
  isRunning,
  killHolder,
  leaveNote,
  postmasterOf,
  spawnHolder,
  startHolder,
} from './testing/holder.ts';

let folder: string;
/** Most tests share one data folder, since a first start is slow; they write what they need. */
let dataFolder: string;
const running: EmbeddedPostgres[] = [];
const reports: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quad-crash-'));
  dataFolder = join(folder, 'data');
});
afterEach(async () => {
  await endHolders();
  for (const database of running.splice(0)) await database.stop();
  reports.length = 0;
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function start(place = dataFolder): Promise<EmbeddedPostgres> {
  const report = (sentence: string) => {
    reports.push(sentence);
  };
  // Durable, since these tests are about what survives.
  const database = await startEmbeddedPostgres({ dataFolder: place, report });
  running.push(database);
  return database;
}

/**
 * Leaves a PostgreSQL running on the data folder whose server was killed.
 * @returns Its process and what was written.
 */
async function orphan() {
  const holder = await startHolder(dataFolder);
  if (holder.connection === undefined) throw new Error(holder.refusal);
  const note = await leaveNote(holder.connection);
  const postmaster = await postmasterOf(dataFolder);
  await killHolder(holder);
  expect(await isRunning(postmaster)).toBe(true);
  return { left: postmaster, ...note };
}

test('kill -9 of the server: the next start ends the database left behind and has its data', async () => {
  const { left, question, answer } = await orphan();
  const { connection } = await start();
  expect(await isRunning(left)).toBe(false);
  expect(await postmasterOf(dataFolder)).not.toBe(left);
  expect(await ask(connection, question)).toEqual(answer);
});

test('kill -9 of the server, then the folder is moved: the next start still finds the database', async () => {
  const { left, question, answer } = await orphan();
  const moved = join(folder, 'elsewhere');
  await rename(dataFolder, moved);
  dataFolder = moved;
  const { connection } = await start();
  expect(await isRunning(left)).toBe(false);
  expect(await ask(connection, question)).toEqual(answer);
});

test('kill -9 of server and database: the next start recovers', async () => {
  const { left, question, answer } = await orphan();
  process.kill(left, 'SIGKILL');
  const { connection } = await start();
  expect(await ask(connection, question)).toEqual(answer);
});

test('kill -9 of the database: it is restarted and the connection stays the same', async () => {
  const { connection } = await start();
  const { question, answer } = await leaveNote(connection);
  const killed = await postmasterOf(dataFolder);
  process.kill(killed, 'SIGKILL');
  await vi.waitFor(async () => expect(await ask(connection, question)).toEqual(answer), {
    timeout: 10_000,
  });
  expect(await postmasterOf(dataFolder)).not.toBe(killed);
  await vi.waitFor(
    () =>
      expect(reports).toEqual([
        'PostgreSQL stopped unexpectedly (SIGKILL) and is being restarted.',
        'PostgreSQL is back.',
      ]),
    { timeout: 10_000 },
  );
});

test('a stop while the database is being restarted leaves no database running', async () => {
  const database = await start();
  process.kill(await postmasterOf(dataFolder), 'SIGKILL');
  // A fast machine may have restarted it before we look.
  await vi.waitFor(() => expect(reports).not.toEqual([]), { timeout: 10_000 });
  await database.stop();
  running.length = 0;
  // A new start on the folder would be refused if any process of the old one still held it.
  const again = await start();
  expect(await ask(again.connection, 'SELECT 1 AS one')).toEqual({ one: 1 });
});

test('a database that cannot be restarted is reported, and comes back when it can', {
  tags: 'long',
  timeout: 60_000,
}, async () => {
  const { connection } = await start();
  const control = join(dataFolder, 'postgres/global/pg_control');
  await rename(control, `${control}.away`);
  process.kill(await postmasterOf(dataFolder), 'SIGKILL');
  await vi.waitFor(() => expect(reports.at(-1)).toContain('PostgreSQL cannot be restarted.'), {
    timeout: 20_000,
  });
  expect(reports.at(-1)).toContain('could not open file');
  await rename(`${control}.away`, control);
  await vi.waitFor(() => expect(reports.at(-1)).toBe('PostgreSQL is back.'), { timeout: 20_000 });
  expect(await ask(connection, 'SELECT 1 AS one')).toEqual({ one: 1 });
});

test('a stale pid file with the number of an unrelated process neither stops us nor harms that process', async () => {
  const first = await start();
  await first.stop();
  const stranger = spawn('sleep', ['600']);
  try {
    const socket = first.connection.host;
    const remains = [join(dataFolder, 'postgres/postmaster.pid'), join(socket, '.s.PGSQL.5432.lock')];
    for (const file of remains) {
      await writeFile(
        file,
        `${stranger.pid}\n${dataFolder}/postgres\n1700000000\n5432\n${socket}\n\n\nready\n`,
      );
    }
    const second = await start();
    expect(await ask(second.connection, 'SELECT 1 AS one')).toEqual({ one: 1 });
    expect(await isRunning(stranger.pid ?? 0)).toBe(true);
  } finally {
    stranger.kill('SIGKILL');
  }
});

test("a stale pid file with the number of another Quad leaves that one's database alone", {
  tags: 'long',
}, async () => {
  const other = join(folder, 'other');
  const { connection } = await start(other);
  const stranger = await postmasterOf(other);
  const first = await start();
  await first.stop();
  await writeFile(join(dataFolder, 'postgres/postmaster.pid'), `${stranger}\n`);
  await start();
  expect(await postmasterOf(other)).toBe(stranger);
  expect(await ask(connection, 'SELECT 1 AS one')).toEqual({ one: 1 });
});

test('an unrelated process that merely runs in the folder of the database is not a database', async () => {
  const first = await start();
  await first.stop();
  const stranger = spawn('sleep', ['600'], { cwd: join(dataFolder, 'postgres') });
  try {
    await writeFile(join(dataFolder, 'postgres/postmaster.pid'), `${stranger.pid}\n`);
    await start();
    expect(await isRunning(stranger.pid ?? 0)).toBe(true);
  } finally {
    stranger.kill('SIGKILL');
  }
});

test('kill -9 while the database is being created: the next start creates it again', {
  tags: 'long',
}, async () => {
  const fresh = join(folder, 'interrupted');
  await mkdir(fresh);
  const child = spawnHolder(fresh);
  const gone = once(child, 'exit');
  await new Promise<void>((resolve) => {
    const watcher = watch(fresh, (_event, name) => {
      if (!name?.startsWith('postgres.new-')) return;
      watcher.close();
      resolve();
    });
  });
  child.kill('SIGKILL');
  await gone;
  expect((await readdir(fresh)).filter((name) => name === 'postgres')).toEqual([]);
  const { connection } = await start(fresh);
  expect(await ask(connection, 'SELECT 1 AS one')).toEqual({ one: 1 });
});

test('what an interrupted first start left behind is removed', async () => {
  const fresh = join(folder, 'remains');
  await mkdir(join(fresh, 'postgres.new-0123/base/1'), { recursive: true });
  await writeFile(join(fresh, 'postgres.new-0123/PG_VERSION'), '18\n');
  await start(fresh);
  expect((await readdir(fresh)).filter((name) => name.startsWith('postgres.new-'))).toEqual([]);
  expect(await readFile(join(fresh, 'postgres/PG_VERSION'), 'utf8')).toBe('18\n');
});
