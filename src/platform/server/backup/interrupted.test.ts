import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { prepareFiles } from './data-files.ts';
import { finishInterrupted } from './finish-interrupted.ts';
import { manifestShape } from './manifest.ts';
import { backUp, openEmptyDatabase, restore, temporaryFolder } from './testing/places.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

function write(folder: string, file: string): void {
  mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(folder, file), file);
}

/** A data folder in which a restore has sealed its files. */
async function sealed() {
  const folder = temporaryFolder();
  for (const file of ['media/old.pdf', 'old.txt', 'secret', 'logs/server.log']) write(folder, file);
  const files = await prepareFiles(folder);
  const one = async function* () {
    yield Buffer.from('new');
  };
  for (const file of ['media/new.pdf', 'photos/a/b.png']) await files.write(file, one());
  const id = uuid();
  await files.seal(id);
  await files.discard();
  return {
    folder,
    id,
    finish: () => finishInterrupted({ database: database.database, dataFolder: folder, exceptFiles: [] }),
  };
}

/** As if its rows had committed. */
const commit = (id: string) =>
  database.pool.query(
    `insert into audit_entries (id, actor_kind, actor_name, action, subject_type, subject_id, request_id)
     values (gen_random_uuid(), 'system', 'restore', 'portal.restore', 'portal', 'database', $1)`,
    [id],
  );

const before = ['logs', 'media', 'old.txt', 'secret'];
const after = ['logs', 'media', 'photos', 'secret'];

function expectNew(folder: string): void {
  expect(readdirSync(folder).toSorted()).toEqual(after);
  expect(readdirSync(path.join(folder, 'media'))).toEqual(['new.pdf']);
  expect(readFileSync(path.join(folder, 'photos/a/b.png'), 'utf8')).toBe('new');
}

describe('a restore that was killed', () => {
  test('before its rows had committed leaves the files as they were', async () => {
    const { folder, finish } = await sealed();
    await finish();
    expect(readdirSync(folder).toSorted()).toEqual(before);
    expect(readdirSync(path.join(folder, 'media'))).toEqual(['old.pdf']);
  });

  const move = (folder: string, from: string, to: string) => {
    mkdirSync(path.join(folder, path.dirname(to)), { recursive: true });
    renameSync(path.join(folder, from), path.join(folder, to));
  };
  test.each<[string, (folder: string, sealedName: string) => void]>([
    ['right after its rows had committed', () => undefined],
    ['while the old files were moved away', (folder) => move(folder, 'media', '.replaced/mail')],
    [
      'when all of them had been moved away',
      (folder) => {
        for (const name of ['media', 'old.txt']) move(folder, name, `.replaced/${name}`);
      },
    ],
    [
      'while the new ones were moved in',
      (folder, name) => {
        for (const old of ['media', 'old.txt']) move(folder, old, `.replaced/${old}`);
        move(folder, name, '.placing');
        move(folder, '.placing/media', 'media');
      },
    ],
    [
      'while it was cleaning up',
      (folder, name) => {
        for (const old of ['media', 'old.txt']) move(folder, old, `.replaced/${old}`);
        move(folder, name, '.placing');
        for (const one of ['media', 'photos']) move(folder, `.placing/${one}`, one);
        rmSync(path.join(folder, '.replaced'), { recursive: true });
      },
    ],
  ])('%s is finished at the next start', async (_when, advance) => {
    const { folder, id, finish } = await sealed();
    await commit(id);
    advance(folder, `.restored-${id}`);
    await finish();
    expectNew(folder);
    await finish();
    expectNew(folder);
  });
});

test('files that cannot be put in place wait for it, and the rows of their restore are kept', {
  tags: 'long',
}, async () => {
  const from = temporaryFolder();
  write(from, 'media/new.pdf');
  const { file } = await backUp((await openTestDatabase()).settings, { dataFolder: from });
  const target = await openEmptyDatabase();
  await target.cutConnections();
  await vi.waitFor(() => expect(target.pool.totalCount).toBe(0), { timeout: 10_000 });
  const to = temporaryFolder();
  write(to, 'old.txt');
  // A file where a folder has to be.
  write(to, '.replaced');
  const place = { dataFolder: to, mayReplace: async () => true };
  await expect(restore(file, target.settings, place)).rejects.toThrow('EEXIST');
  rmSync(path.join(to, '.replaced'));
  await finishInterrupted({ database: target.database, dataFolder: to, exceptFiles: [] });
  expect(readdirSync(to)).toEqual(['media']);
  expect(readdirSync(path.join(to, 'media'))).toEqual(['new.pdf']);
});

test('of two restores into an empty database at once one is refused', { tags: 'long' }, async () => {
  const { file } = await backUp((await openTestDatabase()).settings);
  const target = await openEmptyDatabase();
  const { database } = target.settings;
  // The second one, which waits for the first, must see what that did.
  await target.pool.query(`alter database ${database} set default_transaction_isolation = serializable`);
  await target.pool.query('create table kysely_migration (name text)');
  await target.cutConnections();
  await vi.waitFor(() => expect(target.pool.totalCount).toBe(0), { timeout: 10_000 });
  const both = await Promise.allSettled([restore(file, target.settings), restore(file, target.settings)]);
  const refusals = both.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  expect(refusals).toEqual([expect.stringContaining('added data to this database in the meantime')]);
  const { rows } = await target.pool.query("select from audit_entries where action = 'portal.restore'");
  expect(rows).toHaveLength(1);
});

test.each([
  ['media/a.pdf', true],
  ['../a', false],
  ['media/../../a', false],
  ['/etc/passwd', false],
  ['media//a', false],
  ['secret', false],
  ['postgres/pg_hba.conf', false],
  ['.restored-x/a', false],
])('a backup that names the file %s is accepted: %s', (file, isTaken) => {
  const section = { name: 'x', parts: 0, bytes: 0, sha256: 'x' };
  const manifest = {
    format: 1,
    product: 'quad',
    version: '0.1.0',
    madeAt: new Date().toISOString(),
    migrations: ['a'],
    tables: [],
    sequences: [],
    files: [{ ...section, path: file }],
    secretId: null,
  };
  expect(manifestShape.safeParse(manifest).success).toBe(isTaken);
});
