import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/** What the data folder holds beside files of the college: the database itself, logs, and the secret. */
const notFiles = /^(postgres($|[.-])|logs$|secret$|\.)/;
const unfinished = '.restoring';
const outgoing = '.replaced';

/** Names in the data folder that a backup takes: all that is not known to be something else. */
async function keptNames(dataFolder: string, except: readonly string[]): Promise<string[]> {
  const names = await readdir(dataFolder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names
    .filter((name) => !notFiles.test(name) && !except.includes(path.join(dataFolder, name)))
    .toSorted();
}

export interface DataFiles {
  /** Below the data folder, with `/`. */
  paths: string[];
  /** Links and devices, which are left where they are. */
  leftOut: string[];
}

/** The files of the college in the data folder. @param except files that lie there by chance, such as the log */
export async function listDataFiles(dataFolder: string, except: readonly string[]): Promise<DataFiles> {
  const found: DataFiles = { paths: [], leftOut: [] };
  const folders: string[] = [];
  const look = async (folder: string, names: readonly string[] | null) => {
    const entries = await readdir(path.join(dataFolder, folder), { withFileTypes: true }).catch(() => []);
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (names === null ? entry.name.startsWith('.') : !names.includes(entry.name)) continue;
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(name);
      else if (entry.isFile()) found.paths.push(name);
      else found.leftOut.push(name);
    }
  };
  await look('', await keptNames(dataFolder, except));
  for (const folder of folders) await look(folder, null);
  return found;
}

/** The content of a file; `null` when it went since it was listed. */
export async function readDataFile(
  dataFolder: string,
  file: string,
): Promise<AsyncGenerator<Buffer, number> | null> {
  const handle = await open(path.join(dataFolder, file), 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (handle === null) return null;
  const stream = createReadStream('', { fd: handle, highWaterMark: 4 * 1024 * 1024 });
  async function* content() {
    for await (const piece of stream) yield piece as Buffer;
    return 0;
  }
  return content();
}

/** Files that wait beside their place until the database has committed. */
export interface PreparedFiles {
  write(file: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** Puts them in the place of those that are there, which go. */
  takeOver(): Promise<void>;
  discard(): Promise<void>;
}

/** Prepares the files of a restore in the data folder; what an earlier one that was killed has left goes first. */
export async function prepareFiles(dataFolder: string, except: readonly string[]): Promise<PreparedFiles> {
  const incoming = path.join(dataFolder, unfinished);
  const leaving = path.join(dataFolder, outgoing);
  for (const folder of [incoming, leaving]) await rm(folder, { recursive: true, force: true });
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  return {
    async write(file, content) {
      const target = path.join(incoming, file);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      const handle = await open(target, 'wx', 0o600);
      try {
        for await (const piece of content) await handle.writeFile(piece);
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
    async takeOver() {
      await mkdir(leaving, { mode: 0o700 });
      for (const name of await keptNames(dataFolder, except)) {
        await rename(path.join(dataFolder, name), path.join(leaving, name));
      }
      for (const name of await readdir(incoming)) {
        await rename(path.join(incoming, name), path.join(dataFolder, name));
      }
      for (const folder of [incoming, leaving]) await rm(folder, { recursive: true, force: true });
    },
    discard: () => rm(incoming, { recursive: true, force: true }),
  };
}
