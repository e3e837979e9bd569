import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { addressOf } from '../backup/testing/places.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { createFolderStorage } from './folder-storage.ts';
import { moveFiles } from './move-files.ts';
import { createS3Storage } from './s3-storage.ts';
import { startS3Server } from './testing/s3-server.ts';

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest();

test('files move to S3 even if it is killed midway, each compared by its hash', {
  tags: 'long',
}, async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'quad-move-'));
  const s3 = await startS3Server();
  onTestFinished(async () => {
    await s3.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const database = await openTestDatabase();
  const source = createFolderStorage(path.join(folder, 'files'));
  const contents = new Map<string, Buffer>();
  const add = async (name: string, content: Buffer, there: Buffer | null = content) => {
    await database.pool.query(
      "insert into stored_files (name, bytes, sha256, content_type) values ($1, $2, $3, 'text/plain')",
      [name, content.length, sha256(content)],
    );
    if (there === null) return;
    const writer = await source.create(name);
    await writer.write(there);
    await writer.finish();
  };
  const names = Array.from({ length: 12 }, () => randomBytes(16).toString('hex'));
  for (const name of names) {
    const content = randomBytes(1_000 + contents.size);
    contents.set(name, content);
    await add(name, content);
  }
  const [lost, damaged] = ['0'.repeat(32), 'f'.repeat(32)];
  await add(lost, Buffer.from('lost'), null);
  await add(damaged, Buffer.from('as it was'), Buffer.from('as it is.'));

  const { PATH, HOME } = process.env;
  const env = { PATH, HOME, DATABASE_URL: addressOf(database), QUAD_DATA: folder, ...s3.variables };
  const start = () => {
    const child = spawn(process.execPath, ['src/entry/files.ts', 'move'], { env, stdio: 'pipe' });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (piece: Buffer) => {
        said += piece.toString();
      });
    }
    return { child, end: once(child, 'close').then(([code]) => ({ code, said })) };
  };
  const arrived = () => readFileSync(path.join(folder, 'files', '.moved'), 'utf8').split('\n').length - 1;

  Object.assign(s3.state, { manner: 'hold uploads', holdFrom: 5 });
  const killed = start();
  // All of its workers wait for an upload, so what came before has been compared and recorded.
  await expect.poll(() => s3.state.held, { timeout: 30_000 }).toBe(4);
  killed.child.kill('SIGKILL');
  await killed.end;
  const before = arrived();
  expect([before, s3.state.uploads]).toEqual([5, 5]);

  s3.state.manner = 'serve';
  const finished = await start().end;
  expect(finished).toMatchObject({
    code: 1,
    said: expect.stringContaining('12 files of 14 are in the bucket quad-files'),
  });
  expect(finished.said).toContain('7 of them copied now');
  expect(finished.said).toContain(`Neither in the folder nor in the bucket: ${lost}`);
  expect(finished.said).toContain(`Damaged in the folder, so not copied: ${damaged}`);
  const target = await createS3Storage(s3.setting);
  const there = await Array.fromAsync(target.list());
  expect(there.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  for (const [name, content] of contents) {
    expect(Buffer.concat(await Array.fromAsync(target.read(name))).equals(content), name).toBe(true);
  }
  // What the folder has is still there, and nothing was sent twice.
  expect(await Array.fromAsync(source.list())).toHaveLength(13);
  expect(s3.state.uploads).toBe(12);
});

async function startMove() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'quad-move-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { database, pool } = await openTestDatabase();
  const storageAt = (name: string) => createFolderStorage(path.join(folder, name));
  const from = storageAt('files');
  const content = Buffer.from('the content of a file');
  for (const name of ['1'.repeat(32), '2'.repeat(32)]) {
    const writer = await from.create(name);
    await writer.write(content);
    await writer.finish();
    await pool.query(
      "insert into stored_files (name, bytes, sha256, content_type) values ($1, $2, $3, 'text/plain')",
      [name, content.length, sha256(content)],
    );
  }
  return { reader: database, pool, from, journal: path.join(folder, 'files', '.moved'), storageAt };
}

test('a bucket gets every file, even those that another bucket got before', async () => {
  const { pool: _1, storageAt, ...move } = await startMove();
  const real = storageAt('real');
  expect(await moveFiles({ ...move, to: storageAt('trial') })).toMatchObject({ files: 2, copied: 2 });
  expect(await moveFiles({ ...move, to: real })).toMatchObject({ files: 2, copied: 2 });
  expect(await Array.fromAsync(real.list())).toHaveLength(2);
  expect(await moveFiles({ ...move, to: real })).toMatchObject({ files: 2, copied: 0 });
});

test('a file that is deleted during the move is not lost', async () => {
  const { pool, storageAt, from, ...move } = await startMove();
  const deleted = '1'.repeat(32);
  const deleting: typeof from = {
    ...from,
    async *read(name) {
      if (name === deleted) {
        await pool.query('delete from stored_files where name = $1', [name]);
        await from.remove(name);
      }
      yield* from.read(name);
    },
  };
  const moved = await moveFiles({ ...move, from: deleting, to: storageAt('bucket') });
  expect(moved).toEqual({ files: 1, copied: 1, lost: [], damaged: [] });
});
