import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildScreensOnce } from '../harness/instance.ts';
import { runProgram } from '../harness/program.ts';
import { startQuad } from '../harness/quad.ts';
import { endAll } from '../harness/scope.ts';
import { everyRow } from '../src/platform/server/backup/testing/compare.ts';
import { driverConfig, openDatabase } from '../src/platform/server/db/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../src/platform/server/db/embedded/embedded.ts';
import { migrate } from '../src/platform/server/db/migrate.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'quad-backup-commands-'));
const source = path.join(folder, 'source');
const target = path.join(folder, 'target');
const file = path.join(folder, 'one.tar');
let running: EmbeddedPostgres;

/** Runs one of the two built commands on a data folder. */
async function run(
  program: string,
  dataFolder: string,
  words: readonly string[],
  answer = '',
  variables: Record<string, string> = {},
) {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [`dist/commands/${program}.js`, ...words], {
    env: { PATH, HOME, QUAD_DATA: dataFolder, ...variables },
    stdio: 'pipe',
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece: Buffer) => {
      said += piece.toString();
    });
  }
  child.stdin.end(answer);
  const [code] = await once(child, 'close');
  return { code, said };
}

async function ask<T>(connection: EmbeddedPostgres['connection'], work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client(driverConfig(connection));
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  await buildScreensOnce();
  await runProgram(['scripts/build.ts', 'commands']);
  running = await startEmbeddedPostgres({ dataFolder: source, durable: false });
  const open = openDatabase(running.connection, { size: 1 });
  await migrate(open.database, path.resolve('migrations'));
  await open.pool.query(
    "insert into people (id, email, name, given_name, family_name) values (gen_random_uuid(), 'a@b.example', 'A B', 'A', 'B')",
  );
  await open.close();
  mkdirSync(path.join(source, 'media'));
  writeFileSync(path.join(source, 'media', 'letter.pdf'), 'a letter');
  mkdirSync(path.join(source, 'files'));
  writeFileSync(path.join(source, 'files', 'one'), 'from the time before S3');
  writeFileSync(path.join(source, 'secret'), 'the secret of this folder stays in this folder');
});
afterAll(async () => {
  await running.stop();
  rmSync(folder, { recursive: true, force: true });
});

test('the embedded database is backed up while it runs and comes back into an empty folder', async () => {
  const backup = await run('backup', source, [file], '', { QUAD_FILES_S3_BUCKET: 'one-bucket' });
  expect(backup).toMatchObject({ code: 0, said: expect.stringContaining('2 files into') });
  expect(backup.said).toContain('the content of uploaded files, which is in the bucket one-bucket');
  expect(backup.said).toContain('Not included: logs, sessions, emails in the folder "mail", and QUAD_SECRET');
  const noted = await ask(running.connection, (client) =>
    client.query("select after ->> 'account' as account from audit_entries where action = 'portal.backup'"),
  );
  expect(noted.rows).toEqual([{ account: os.userInfo().username }]);
  expect(readFileSync(file).includes('the secret of this folder')).toBe(false);
  const restore = await run('restore', target, [file], '', { QUAD_FILES_S3_BUCKET: 'another' });
  expect(restore.said).toContain(`It goes into the data folder ${target}, with the embedded database there.`);
  expect(restore.said).toContain('The content of uploaded files is not in it, but in the bucket one-bucket.');
  expect(restore.said).toContain('These settings name another place.');
  expect(restore.said).toContain('copy them to the bucket another: npm run files -- move');
  expect(restore).toMatchObject({
    code: 0,
    said: expect.stringContaining('made with a different QUAD_SECRET'),
  });
  expect(readFileSync(path.join(target, 'media', 'letter.pdf'), 'utf8')).toBe('a letter');
  expect(existsSync(path.join(target, 'secret'))).toBe(false);
  const restored = await startEmbeddedPostgres({ dataFolder: target, durable: false });
  const there = await ask(restored.connection, everyRow);
  await restored.stop();
  const here = await ask(running.connection, everyRow);
  expect(there['public.people']).toBe(here['public.people']);
});

test('a restore needs a stopped portal, and a typed confirmation before it deletes anything', {
  tags: 'long',
}, async () => {
  const busy = await run('restore', source, [file, '--replace'], 'replace everything\n');
  expect(busy).toMatchObject({
    code: 1,
    said: expect.stringContaining('Quad is already running on the data'),
  });
  const occupied = await run('restore', target, [file]);
  expect(occupied).toMatchObject({
    code: 1,
    said: expect.stringContaining('or add --replace to delete them'),
  });
  const silent = await run('restore', target, [file, '--replace'], '');
  expect(silent).toMatchObject({ code: 1, said: expect.stringContaining('Nothing was changed.') });
  const agreed = await run('restore', target, [file, '--replace'], 'replace everything\n');
  expect(agreed).toMatchObject({ code: 0, said: expect.stringContaining('Restored') });
});

test('a restore refuses a data folder that another restore uses, wherever the database is', async () => {
  const { host, port, user, database } = running.connection;
  const url = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  const variables = { DATABASE_URL: url };
  expect(await run('restore', source, [file, '--replace'], 'replace everything\n', variables)).toMatchObject({
    code: 1,
    said: expect.stringContaining('Quad is already running on the data'),
  });
});

test('the portal moves files into place when their restore was killed before it could', {
  tags: 'long',
}, async () => {
  const restored = await startEmbeddedPostgres({ dataFolder: target, durable: false });
  const [entry] = await ask(restored.connection, async (client) => {
    const entries = "select request_id from audit_entries where action = 'portal.restore' order by at desc";
    return (await client.query<{ request_id: string }>(entries)).rows;
  });
  await restored.stop();
  const waiting = path.join(target, `.restored-${entry?.request_id}`, 'mail');
  mkdirSync(waiting, { recursive: true });
  writeFileSync(path.join(waiting, 'late.eml'), 'late');
  try {
    const quad = await startQuad({ dataFolder: target });
    expect(readdirSync(path.join(target, 'mail'))).toEqual(['late.eml']);
    await quad.stop();
  } finally {
    await endAll();
  }
});

test('a folder without a database has nothing to back up, and does not get one', async () => {
  const empty = path.join(folder, 'empty');
  expect(await run('backup', empty, [`${file}.new`])).toMatchObject({
    code: 1,
    said: expect.stringContaining('There is no database in'),
  });
  expect(existsSync(empty)).toBe(false);
});

test('a backup that is stopped half-way says so, and its exit code is no success', async () => {
  // Accepts, and never answers.
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as AddressInfo;
  const stopped = path.join(folder, 'stopped.tar');
  const child = spawn(process.execPath, ['dist/commands/backup.js', stopped], {
    env: {
      PATH: process.env.PATH,
      QUAD_DATA: target,
      DATABASE_URL: `postgresql://quad@127.0.0.1:${port}/quad`,
    },
    stdio: 'pipe',
  });
  let said = '';
  child.stderr.on('data', (piece: Buffer) => {
    said += piece.toString();
  });
  await once(silent, 'connection');
  child.kill('SIGTERM');
  const [code] = await once(child, 'close');
  silent.close();
  expect(said).toBe('Stopped. No backup was made.\n');
  expect(code).toBe(143);
  expect(readdirSync(folder).filter((name) => name.includes('stopped'))).toEqual([]);
});
