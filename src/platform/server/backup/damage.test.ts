import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createTestDatabase, openTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { openArchive } from './archive-reader.ts';
import { makeBackup } from './make-backup.ts';
import { everyRow } from './testing/compare.ts';
import { addressOf, backUp, openEmptyDatabase, restore, temporaryFolder } from './testing/places.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(
    `insert into people (id, email, name, given_name, family_name, photo)
     select gen_random_uuid(), 'a@b.example', 'A B', 'A', 'B', string_agg(uuid_send(gen_random_uuid()), null)
     from generate_series(1, 10000)`,
  );
});
afterAll(() => database.drop());

test('a file that was cut off anywhere is refused before anything is changed', async () => {
  const { file } = await backUp(database.settings);
  const target = await openEmptyDatabase();
  const whole = readFileSync(file);
  const cut = path.join(temporaryFolder(), 'cut.tar');
  for (const length of [0, 1, 511, 512, whole.length >> 1, whole.length - 512, whole.length - 1]) {
    writeFileSync(cut, whole.subarray(0, length));
    await expect(restore(cut, target.settings), `${length} bytes`).rejects.toThrow('cut off or altered');
  }
  expect(await everyRow(target.pool)).toEqual({});
});

test('a single altered byte is refused, wherever it is', { tags: 'long' }, async () => {
  const { file } = await backUp(database.settings);
  const whole = readFileSync(file);
  const altered = path.join(temporaryFolder(), 'altered.tar');
  // Some are in headers, contents, or padding; the last thousands are the manifest and the closing.
  for (let at = 0; at < whole.length; at += at < whole.length - 4096 ? 997 : 61) {
    const bytes = Buffer.from(whole);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    writeFileSync(altered, bytes);
    await expect(openArchive(altered), `byte ${at}`).rejects.toThrow('cut off or altered');
  }
});

test('a part that differs from when the file was checked ends the restore', async () => {
  const archive = await openArchive((await backUp(database.settings)).file);
  const people = archive.manifest.tables.find(({ table }) => table === 'people');
  if (people === undefined) throw new Error('The backup lacks people.');
  const read = async (section: typeof people) => {
    let bytes = 0;
    for await (const piece of archive.read(section)) bytes += piece.length;
    return bytes;
  };
  expect(await read(people)).toBe(people.bytes);
  // As if the file had been replaced in the meantime by a complete one from another time.
  await expect(read({ ...people, sha256: '0'.repeat(64) })).rejects.toThrow('does not match its manifest');
  await expect(read({ ...people, bytes: people.bytes + 1 })).rejects.toThrow('does not match its manifest');
  await archive.close();
});

const usual = { exceptFiles: [], endsAtRestore: [], version: '0.1.0', secretId: null };

test('a file that is not a backup at all is refused in a sentence', async () => {
  const other = path.join(temporaryFolder(), 'letter.txt');
  writeFileSync(other, 'x'.repeat(10_000));
  await expect(openArchive(other)).rejects.toThrow('is not a complete Quad backup');
  await expect(openArchive(`${other}.gone`)).rejects.toThrow(`There is no file ${other}.gone.`);
  await expect(openArchive(`${other}${'.tar'.repeat(75)}`)).rejects.toThrow(
    'The name of this file is too long.',
  );
  await expect(openArchive(path.join(other, 'one.tar'))).rejects.toThrow('part of it is a file');
});

test('the file is readable only by its owner, and never replaces another one, or a link to a disk that is not mounted', async () => {
  const { file } = await backUp(database.settings);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const link = `${file}.link`;
  symlinkSync('/not mounted/one.tar', link);
  for (const existing of [file, link]) {
    const again = makeBackup({
      file: existing,
      connection: database.settings,
      dataFolder: temporaryFolder(),
      ...usual,
    });
    await expect(again).rejects.toThrow('already exists');
  }
});

test('a backup fails if none of the uploaded files are where they should be', async () => {
  const portal = await openTestDatabase();
  await portal.pool.query(
    `insert into stored_files (name, bytes, sha256, content_type) values (repeat('a', 32), 1, '', 'text/plain')`,
  );
  const [dataFolder, disk] = [temporaryFolder(), temporaryFolder()];
  const folder = path.join(dataFolder, 'files');
  writeFileSync(path.join(disk, 'a'.repeat(32)), 'x');
  symlinkSync(disk, folder);
  await expect(backUp(portal.settings, { dataFolder })).rejects.toThrow(`none are in ${folder}.`);
  await expect(backUp(portal.settings)).rejects.toThrow('Check QUAD_DATA and that its disk is mounted.');
  unlinkSync(folder);
  renameSync(disk, folder);
  expect((await backUp(portal.settings, { dataFolder })).manifest.files).toHaveLength(1);
  await portal.pool.query('update stored_files set missing_at = now()');
  await backUp(portal.settings);
});

test('a backup that fails leaves no file behind', async () => {
  const folder = temporaryFolder();
  const empty = await openEmptyDatabase();
  const request = {
    file: path.join(folder, 'one.tar'),
    connection: empty.settings,
    ...usual,
  };
  const attempt = makeBackup({ ...request, dataFolder: temporaryFolder() });
  await expect(attempt).rejects.toThrow('has no Quad tables');
  await expect(makeBackup({ ...request, dataFolder: folder })).rejects.toThrow('is in the data folder');
  const elsewhere = path.join(folder, 'gone', 'one.tar');
  const misplaced = makeBackup({ ...request, file: elsewhere, dataFolder: temporaryFolder() });
  await expect(misplaced).rejects.toThrow(`There is no folder ${path.dirname(elsewhere)} to write it to.`);
  expect(readdirSync(folder)).toEqual([]);
});

test('a later backup removes what a killed one left behind, and nothing else', async () => {
  const folder = temporaryFolder();
  const unfinished: string[] = [];
  const request = (name: string) => ({
    file: path.join(folder, name),
    connection: database.settings,
    dataFolder: temporaryFolder(),
    ...usual,
    onUnfinished: (file: string) => unfinished.push(file),
  });
  await makeBackup(request('one.tar'));
  const [killed = ''] = unfinished;
  const running = path.join(folder, '.running.tar.unfinished-0123abcd');
  const foreign = path.join(folder, '.profile.0123abcd');
  const longAgo = new Date(Date.now() - 61 * 60_000);
  for (const file of [killed, running, foreign]) writeFileSync(file, 'half of it');
  for (const file of [killed, foreign]) utimesSync(file, longAgo, longAgo);
  await makeBackup(request('two.tar'));
  expect(readdirSync(folder).toSorted()).toEqual(
    [running, foreign, 'one.tar', 'two.tar'].map((file) => path.basename(file)).toSorted(),
  );
});

const small = 'mount -t tmpfs -o size=64k none "$0" && exec "$@"';
const inSmallFolder = (folder: string, command: readonly string[], env: NodeJS.ProcessEnv) =>
  spawnSync('unshare', ['--user', '--map-root-user', '--mount', 'sh', '-c', small, folder, ...command], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
const canMount = inSmallFolder('/mnt', ['true'], {}).status === 0;

test.skipIf(!canMount)(
  'a full disk ends it with a sentence, and the disk is as empty as before',
  { tags: 'long' },
  async () => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'one.tar');
    const command = `${process.execPath} src/entry/backup.ts ${file}; echo "left: $(ls -A ${folder})"`;
    const { stdout, stderr } = inSmallFolder(folder, ['sh', '-c', command], {
      DATABASE_URL: addressOf(database),
      QUAD_DATA: temporaryFolder(),
    });
    expect(stderr).toContain('The disk is full');
    expect(stdout).toBe('left: \n');
    expect(existsSync(file)).toBe(false);
  },
);

test.skipIf(!canMount)(
  'a disk that is too small for a restore ends it with a sentence',
  { tags: 'long' },
  async () => {
    const from = temporaryFolder();
    writeFileSync(path.join(from, 'large'), randomBytes(200_000));
    const { file } = await backUp(database.settings, { dataFolder: from });
    const target = await openEmptyDatabase();
    await target.cutConnections();
    await vi.waitFor(() => expect(target.pool.totalCount).toBe(0), { timeout: 10_000 });
    const data = temporaryFolder();
    const command = `${process.execPath} src/entry/restore.ts ${file}; ls -A ${data}`;
    const { stdout, stderr } = inSmallFolder(data, ['sh', '-c', command], {
      DATABASE_URL: addressOf(target),
      QUAD_DATA: data,
    });
    expect(stderr).toBe(
      `The disk with the data folder ${data} has no room for the files of this backup. Free some space. Nothing was changed.\n`,
    );
    expect(stdout).not.toContain('restor');
    expect(await everyRow(target.pool)).toEqual({});
  },
);

test.skipIf(!canMount)('files on a separate disk are replaced there', { tags: 'long' }, async () => {
  const from = temporaryFolder();
  mkdirSync(path.join(from, 'files', 'ab'), { recursive: true });
  writeFileSync(path.join(from, 'files', 'ab', 'new'), 'new');
  const { file } = await backUp(database.settings, { dataFolder: from });
  const target = await openEmptyDatabase();
  await target.cutConnections();
  await vi.waitFor(() => expect(target.pool.totalCount).toBe(0), { timeout: 10_000 });
  const data = temporaryFolder();
  const disk = path.join(data, 'files');
  mkdirSync(disk);
  const steps = [
    `mkdir ${disk}/cd ${disk}/lost+found`,
    `echo old > ${disk}/cd/old`,
    `echo 'replace everything' | ${process.execPath} src/entry/restore.ts ${file} --replace`,
    `cd ${data}; find . -type f -o -name '.*'; cat files/ab/new; ls files`,
  ];
  const { stdout, stderr } = inSmallFolder(disk, ['sh', '-c', steps.join('; ')], {
    DATABASE_URL: addressOf(target),
    QUAD_DATA: data,
  });
  expect(stderr).toBe('');
  expect(stdout).toContain('Everyone has to sign in again.');
  expect(stdout).toContain('Block, revoke, exclude, remove, and delete again');
  expect(stdout.split('\n').slice(-5)).toEqual(['.', './files/ab/new', 'newab', 'lost+found', '']);
});

const canUnshare = spawnSync('unshare', ['--user', 'true']).status === 0;

test.skipIf(!canUnshare)('a folder that cannot be read ends the backup', { tags: 'long' }, async () => {
  const data = temporaryFolder();
  const closed = path.join(data, 'files', 'ab');
  mkdirSync(closed, { recursive: true });
  chmodSync(closed, 0o000);
  // An ordinary user cannot remove it otherwise.
  onTestFinished(() => chmodSync(closed, 0o700));
  const file = path.join(temporaryFolder(), 'one.tar');
  // A user without root's right to read everything.
  const { status, stderr } = spawnSync('unshare', ['--user', process.execPath, 'src/entry/backup.ts', file], {
    encoding: 'utf8',
    env: { ...process.env, DATABASE_URL: addressOf(database), QUAD_DATA: data },
  });
  expect(stderr).toContain(closed);
  expect(status).toBe(1);
  expect(existsSync(file)).toBe(false);
});
