import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FileStorage, MissingBytes } from './file-storage.ts';
import { createFolderStorage } from './folder-storage.ts';
import { createS3Storage } from './s3-storage.ts';
import { startRealSwift, whyNoSwift } from './testing/real-swift.ts';
import { startS3Server } from './testing/s3-server.ts';

interface Opened {
  storage: FileStorage;
  close(): Promise<void> | void;
}

const kinds: Record<string, () => Promise<Opened>> = {
  'a folder': async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'quad-storage-'));
    const close = () => rmSync(folder, { recursive: true, force: true });
    return { storage: createFolderStorage(folder), close };
  },
  'an S3 bucket': async () => {
    const server = await startS3Server();
    return { storage: await createS3Storage(server.setting), close: server.stop };
  },
  'an OpenStack Swift bucket': async () => {
    const server = await startRealSwift();
    return { storage: await createS3Storage(server.setting), close: server.stop };
  },
};
const reason = whyNoSwift();

const newName = () => randomBytes(16).toString('hex');
const megabyte = 1024 * 1024;
const [longAgo, soon] = [new Date(0), () => new Date(Date.now() + 60_000)];

describe.each(Object.entries(kinds))('files in %s', (kind, open) => {
  if (kind.includes('Swift') && reason !== null) return test.skip(`not here: ${reason}`, () => undefined);
  let opened: Opened;
  let storage: FileStorage;
  beforeAll(async () => {
    opened = await open();
    storage = opened.storage;
    // Swift is four programs.
  }, 120_000);
  afterAll(() => opened.close());

  async function begin(content: Buffer, name: string) {
    const writer = await storage.create(name);
    for (let at = 0; at < content.length; at += 64 * 1024)
      await writer.write(content.subarray(at, at + 64 * 1024));
    return writer;
  }
  const readAll = async (name: string, range?: { start: number; end: number }) => {
    const pieces: Buffer[] = [];
    try {
      for await (const piece of storage.read(name, range)) pieces.push(Buffer.from(piece));
    } catch (error) {
      if (error instanceof MissingBytes) return null;
      throw error;
    }
    return Buffer.concat(pieces);
  };
  const listed = async () => (await Array.fromAsync(storage.list())).map(({ name, bytes }) => [name, bytes]);

  test.each([1, 70_000, 12 * megabyte])(
    '%d bytes are there as a whole once they are finished',
    async (size) => {
      const [name, content] = [newName(), randomBytes(size)];
      const writer = await begin(content, name);
      expect([await readAll(name), await listed()]).toEqual([null, []]);
      await writer.finish();
      expect((await readAll(name))?.equals(content)).toBe(true);
      const [file] = await Array.fromAsync(storage.list());
      expect(file).toMatchObject({ name, bytes: size });
      expect(Math.abs((file?.writtenAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
      const ends = [
        { start: 0, end: 0 },
        { start: size >> 1, end: size - 1 },
      ];
      for (const range of ends)
        expect((await readAll(name, range))?.equals(content.subarray(range.start, range.end + 1))).toBe(true);
      // Someone who leaves in the middle of a download.
      for await (const _piece of storage.read(name)) break;
      await storage.remove(name);
      await storage.remove(name);
      expect([await readAll(name), await listed()]).toEqual([null, []]);
    },
  );

  test('what is abandoned leaves nothing, and what a killed process has left is removed when it is old', {
    tags: 'long',
  }, async () => {
    const content = randomBytes(12 * megabyte);
    for (const some of [content, content.subarray(0, 10)]) await (await begin(some, newName())).discard();
    expect([await listed(), await storage.removeAbandoned(soon())]).toEqual([[], 0]);
    const left = [await begin(content, newName()), await begin(content, newName())];
    expect(await storage.removeAbandoned(longAgo)).toBe(0);
    let removed = 0;
    await expect.poll(async () => (removed += await storage.removeAbandoned(soon()))).toBe(2);
    for (const writer of left) await expect(writer.finish()).rejects.toThrow();
    for (const writer of left) await writer.discard();
    expect(await listed()).toEqual([]);
  });
});
