import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { JobFailure } from '../jobs/job-failure.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { createFolderStorage } from './folder-storage.ts';
import { createReconcileFiles } from './reconcile.ts';
import { hasFiles } from './stored-files.ts';

const context = { log: pino({ level: 'silent' }), signal: new AbortController().signal };
const name = (digit: string) => digit.repeat(32);

async function openStorage() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'quad-storage-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const database = await openTestDatabase();
  const storage = createFolderStorage(folder);
  const job = createReconcileFiles({ storage, unaudited: () => database.database });
  const run = () => job.run({}, context);
  const place = (digit: string) => path.join(folder, digit.repeat(2), name(digit));
  const put = async (digit: string, content: string) => {
    const writer = await storage.create(name(digit));
    await writer.write(Buffer.from(content));
    await writer.finish();
  };
  const age = (file: string) => utimesSync(file, new Date(0), new Date(0));
  const insert = (digit: string, hours: number) =>
    database.pool.query(
      `insert into stored_files (name, bytes, sha256, content_type, created_at)
       values ($1, 3, '', 'text/plain', now() - make_interval(hours => $2))`,
      [name(digit), hours],
    );
  const marked = async () => {
    const { rows } = await database.pool.query('select name from stored_files where missing_at is not null');
    return rows.map((row) => row.name);
  };
  return { database, folder, storage, run, place, put, age, insert, marked };
}

test('bytes without a row go after a day, rows without bytes are marked until the bytes are back', async () => {
  const { folder, storage, run, place, put, age, insert, marked } = await openStorage();
  await put('a', 'abc');
  await insert('a', 30);
  await put('b', 'abc');
  age(place('b'));
  await put('c', 'abc');
  await insert('d', 30);
  await insert('e', 1);
  await put('f', 'cut');
  await insert('f', 30);
  writeFileSync(place('f'), 'cu');
  const abandoned = [await storage.create(name('1')), await storage.create(name('2'))];
  onTestFinished(async () => {
    for (const writer of abandoned) await writer.discard();
  });
  age(path.join(folder, '.incoming', name('1')));

  expect(await run()).toBe(
    'Checked 3 files; removed 2 files that nothing refers to; the content of 2 files is lost: restore it from a backup or upload it again.',
  );
  const left: string[] = [];
  for await (const file of storage.list()) left.push(file.name);
  expect(left.toSorted()).toEqual([name('a'), name('c'), name('f')]);
  expect(await storage.removeAbandoned(new Date(Date.now() + 60_000))).toBe(1);
  expect((await marked()).toSorted()).toEqual([name('d'), name('f')]);

  await put('d', 'abc');
  expect(await run()).toBe(
    'Checked 3 files; the content of 1 file is lost: restore it from a backup or upload it again; the content of 1 file is there again.',
  );
  expect(await marked()).toEqual([name('f')]);
  writeFileSync(place('f'), 'cut');
  await run();
  expect(await run()).toBe('Checked 3 files, nothing to repair.');
});

test('each of thousands of files is checked once, and once all are lost, an empty storage is the right one', async () => {
  const { database, run, put, insert, marked } = await openStorage();
  await put('a', 'abc');
  await insert('a', 30);
  await database.pool.query(
    `insert into stored_files (name, bytes, sha256, content_type, created_at)
     select md5(number::text), 3, '', 'text/plain', now() - interval '30 hours' from generate_series(1, 2500) number`,
  );
  expect(await run()).toMatch(/^Checked 2,501 files; the content of 2,500 files is lost/);
  expect(await marked()).toHaveLength(2_500);
  expect(await hasFiles(database.database)).toBe(true);
  await database.pool.query('delete from stored_files where missing_at is null');
  expect(await hasFiles(database.database)).toBe(false);
});

test('an empty storage, or one that belongs to something else, marks no file as lost, and nothing is removed from it', async () => {
  const { folder, run, place, put, age, insert, marked } = await openStorage();
  await insert('a', 30);
  await insert('b', 30);
  await expect(run()).rejects.toThrow('None of the stored files is in the storage');
  await put('c', 'abc');
  age(place('c'));
  await expect(run()).rejects.toThrow('None of the stored files is in the storage');
  expect(await marked()).toEqual([]);
  expect(existsSync(place('c'))).toBe(true);

  // The share is back.
  await put('a', 'abc');
  expect(await run()).toMatch('the content of 1 file is lost');
  expect(await marked()).toEqual([name('b')]);
  rmSync(folder, { recursive: true });
  await expect(run()).rejects.toThrow(JobFailure);
});

test('one that cannot be removed keeps no other file there, and no lost one from being marked', async () => {
  const { run, place, put, age, insert, marked } = await openStorage();
  await put('a', 'abc');
  await insert('a', 30);
  await insert('d', 30);
  await put('c', 'abc');
  // As root, who runs tests in a container, may remove every file: a folder, which no one can remove like one.
  mkdirSync(place('b'), { recursive: true });
  for (const digit of ['b', 'c']) age(place(digit));
  await expect(run()).rejects.toThrow();
  expect(existsSync(place('c'))).toBe(false);
  expect(await marked()).toEqual([name('d')]);
});

test('a portal without files removes few from its storage, and none from one that belongs to another', async () => {
  const { database, storage, run, place, put, age, insert } = await openStorage();
  await put('a', 'abc');
  age(place('a'));
  expect(await run()).toBe('Checked 0 files; removed 1 file that nothing refers to.');
  const names = Array.from({ length: 101 }, (_, number) => `${number}`.padStart(32, '0'));
  for (const one of names) {
    const writer = await storage.create(one);
    await writer.write(Buffer.from('abc'));
    await writer.finish();
    age(path.join(path.dirname(path.dirname(place('a'))), one.slice(0, 2), one));
  }
  await expect(run()).rejects.toThrow('the database knows none');
  // One whose files were all lost before is no better off.
  await insert('b', 30);
  await database.pool.query('update stored_files set missing_at = now()');
  await expect(run()).rejects.toThrow('the database knows none');
  expect(await Array.fromAsync(storage.list())).toHaveLength(101);
});
