import { type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import {
  type ByteRange,
  type FileStorage,
  MissingBytes,
  type StorageWriter,
  type StoredBytes,
} from './file-storage.ts';

/** A backup leaves out names that begin with a dot, so it never holds half a file. */
const incoming = '.incoming';
/** Two of them are in memory for each reader. Larger ones make no download faster. */
const pieceSize = 512 * 1024;

/** Keeps files in a folder, spread over 256 subfolders. Only the user of the server can read them. */
export function createFolderStorage(folder: string): FileStorage {
  const arriving = (name: string) => path.join(folder, incoming, name);
  const subfolder = (name: string) => path.join(folder, name.slice(0, 2));
  const placeOf = (name: string) => path.join(subfolder(name), name);

  return {
    async create(name) {
      await mkdir(path.join(folder, incoming), { recursive: true, mode: 0o700 });
      const handle = await open(arriving(name), 'wx', 0o600);
      const writer: StorageWriter = {
        write: (piece) => handle.writeFile(piece),
        async finish() {
          await handle.sync();
          await handle.close();
          const made = await mkdir(subfolder(name), { recursive: true, mode: 0o700 });
          await rename(arriving(name), placeOf(name));
          await syncFolder(subfolder(name));
          if (made !== undefined) await syncFolder(folder);
        },
        async discard() {
          await handle.close().catch(() => undefined);
          await rm(arriving(name), { force: true });
        },
      };
      return writer;
    },
    async *read(name, range) {
      const handle = await open(placeOf(name), 'r').catch(nullIfMissing);
      if (handle === null) throw new MissingBytes();
      try {
        yield* piecesOf(handle, range);
      } finally {
        await handle.close();
      }
    },
    remove: (name) => rm(placeOf(name), { force: true }),
    async *list() {
      for (const sub of await namesIn(folder)) {
        if (!/^[0-9a-f]{2}$/.test(sub)) continue;
        for (const name of await namesIn(path.join(folder, sub))) {
          const found = await look(path.join(folder, sub, name));
          if (found !== null && /^[0-9a-f]{32}$/.test(name)) yield { name, ...found };
        }
      }
    },
    async removeAbandoned(before) {
      let removed = 0;
      for (const name of await namesIn(path.join(folder, incoming))) {
        const found = await look(arriving(name));
        if (found === null || found.writtenAt >= before) continue;
        await rm(arriving(name), { force: true });
        removed += 1;
      }
      return removed;
    },
    async freeBytes() {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { bavail, bsize } = await statfs(folder);
      return bavail * bsize;
    },
  };
}

/** While one piece is on its way out, the next is read into other memory: no piece costs memory of its own. */
async function* piecesOf(handle: FileHandle, range: ByteRange | undefined): AsyncGenerator<Buffer, void> {
  let position = range?.start ?? 0;
  const end = range === undefined ? (await handle.stat()).size : range.end + 1;
  const readInto = async (memory: Buffer) => {
    const most = Math.min(memory.length, end - position);
    const { bytesRead } = await handle.read(memory, 0, most, position);
    position += bytesRead;
    return memory.subarray(0, bytesRead);
  };
  let filling = Buffer.allocUnsafeSlow(Math.min(pieceSize, end - position));
  // As large even for a short file: a disk of the network may read less than was asked for.
  let leaving = Buffer.allocUnsafeSlow(filling.length);
  let next = readInto(filling);
  try {
    for (let piece = await next; piece.length > 0; piece = await next) {
      [filling, leaving] = [leaving, filling];
      next = readInto(filling);
      // It is awaited later, or never.
      next.catch(() => undefined);
      yield piece;
    }
  } finally {
    await next.catch(() => undefined);
  }
}

/** A new name in a folder survives a crash once the folder itself is on the disk. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(nullIfMissing)) ?? [];
}

async function look(file: string): Promise<Omit<StoredBytes, 'name'> | null> {
  const found = await stat(file).catch(nullIfMissing);
  return found === null ? null : { bytes: found.size, writtenAt: found.mtime };
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
