import { type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import {
  type ByteRange,
  type FileStorage,
  MissingBytes,
  StorageUnavailable,
  type StorageWriter,
  type StoredBytes,
  saysFull,
} from './file-storage.ts';

/** A backup leaves out names that begin with a dot, so it never holds half a file. */
const incoming = '.incoming';
const subfolderName = /^[0-9a-f]{2}$/;
/** Two of them are in memory for each reader. Larger ones don't make downloads faster. */
const pieceSize = 512 * 1024;

interface FolderStorage extends FileStorage {
  /** Changes nothing. @throws StorageUnavailable */
  check(): Promise<void>;
}

/**
 * Keeps files in a folder, spread over 256 subfolders. Only the server's user can read them.
 * @param hasFiles Whether some have been stored: then a folder without any is the wrong one, such as the mount point
 * of a share that is not mounted. What was written there would be hidden once the share is back.
 */
export function createFolderStorage(
  folder: string,
  hasFiles: () => Promise<boolean> = async () => false,
): FolderStorage {
  const arriving = (name: string) => path.join(folder, incoming, name);
  const subfolder = (name: string) => path.join(folder, name.slice(0, 2));
  const placeOf = (name: string) => path.join(subfolder(name), name);
  const wasUsed = async () => (await namesIn(folder)).some((name) => subfolderName.test(name));
  const check = async () => {
    if ((await wasUsed().catch(away)) || !(await hasFiles())) return;
    const what = `${folder} is empty or missing, but the database has files. Is its disk or share mounted?`;
    throw new StorageUnavailable(new Error(what));
  };

  return {
    check,
    async create(name) {
      await check();
      await mkdir(path.join(folder, incoming), { recursive: true, mode: 0o700 }).catch(away);
      const handle = await open(arriving(name), 'wx', 0o600).catch(away);
      const finish = async () => {
        await handle.sync();
        await handle.close();
        const made = await mkdir(subfolder(name), { recursive: true, mode: 0o700 });
        await rename(arriving(name), placeOf(name));
        await syncFolder(subfolder(name));
        if (made !== undefined) await syncFolder(folder);
      };
      const writer: StorageWriter = {
        write: (piece) => handle.writeFile(piece).catch(away),
        finish: () => finish().catch(away),
        async discard() {
          await handle.close().catch(() => undefined);
          await rm(arriving(name), { force: true });
        },
      };
      return writer;
    },
    async *read(name, range) {
      const handle = await open(placeOf(name), 'r').catch(nullIfMissing).catch(away);
      if (handle === null) {
        await check();
        throw new MissingBytes();
      }
      try {
        yield* piecesOf(handle, range);
      } catch (error) {
        away(error);
      } finally {
        await handle.close();
      }
    },
    remove: (name) => rm(placeOf(name), { force: true }),
    async *list() {
      for (const sub of await namesIn(folder)) {
        if (!subfolderName.test(sub)) continue;
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
      await check();
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch(away);
      const { bavail, bsize } = await statfs(folder).catch(away);
      return bavail * bsize;
    },
  };
}

/** While one piece is being sent, the next is read into other memory: no piece takes its own memory. */
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
  // Just as large for a short file: a network disk may read less than was requested.
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

/** A full disk is not a missing disk. @throws StorageUnavailable for what the system says about the folder */
function away(error: unknown): never {
  const isOurs = error instanceof Error && 'syscall' in error && !saysFull(error);
  throw isOurs ? new StorageUnavailable(error) : error;
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
