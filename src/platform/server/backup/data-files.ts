import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { validate as isUuid } from 'uuid';

/** What the data folder holds beside files of the college: the database itself, logs, and the secret. */
export const notFiles = /^(postgres($|[.-])|logs$|secret$|\.)/;
/** Files of a restore: being written; whole, named by the restore, until its rows have committed; on their way in. */
const unfinished = '.restoring';
const whole = '.restored-';
const incoming = '.placing';
/** Those that give way to them. */
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
  /** Says that they are whole. To be called right before the commit of this restore: see `finishRestores`. */
  seal(restore: string): Promise<void>;
  /** Removes them, unless they are sealed. */
  discard(): Promise<void>;
}

/** Prepares the files of a restore in the data folder; what an earlier one that was killed has left goes first. */
export async function prepareFiles(dataFolder: string): Promise<PreparedFiles> {
  const folder = path.join(dataFolder, unfinished);
  const discard = () => rm(folder, { recursive: true, force: true });
  await discard();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    async write(file, content) {
      const target = path.join(folder, file);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      const handle = await open(target, 'wx', 0o600);
      try {
        for await (const piece of content) await handle.writeFile(piece);
        await handle.sync();
      } finally {
        await handle.close();
      }
    },
    seal: (restore) => rename(folder, path.join(dataFolder, whole + restore)),
    discard,
  };
}

/** What restores have sealed and nobody has put in its place yet: the process was killed, or does so at this moment. */
async function waitingRestores(dataFolder: string): Promise<{ sealed: string[]; isPlacing: boolean }> {
  const names = await readdir(dataFolder).catch((): string[] => []);
  const sealed = names.filter((name) => name.startsWith(whole) && isUuid(name.slice(whole.length)));
  return { sealed, isPlacing: names.includes(incoming) };
}

/** Whether `finishRestores` has anything to do. */
export async function restoresWait(dataFolder: string): Promise<boolean> {
  const { sealed, isPlacing } = await waitingRestores(dataFolder);
  return isPlacing || sealed.length > 0;
}

/**
 * Puts the files of a restore whose rows have committed in the place of those that are there, which go; removes those of
 * one whose rows have not. Killed at any moment it goes on where it was when it is called again. To be called by one at a
 * time, and by nobody while a restore may be about to commit.
 */
export async function finishRestores(
  dataFolder: string,
  except: readonly string[],
  hasCommitted: (restore: string) => Promise<boolean>,
): Promise<void> {
  const at = (...names: string[]) => path.join(dataFolder, ...names);
  const remove = (name: string) => rm(at(name), { recursive: true, force: true });
  const place = async () => {
    for (const name of await readdir(at(incoming))) await rename(at(incoming, name), at(name));
    for (const name of [outgoing, incoming]) await remove(name);
  };
  const { sealed, isPlacing } = await waitingRestores(dataFolder);
  if (isPlacing) await place();
  for (const name of sealed) {
    if (!(await hasCommitted(name.slice(whole.length)))) {
      await remove(name);
      continue;
    }
    await mkdir(at(outgoing), { recursive: true, mode: 0o700 });
    for (const old of await keptNames(dataFolder, except)) await rename(at(old), at(outgoing, old));
    // Under this name nothing is left to give way.
    await rename(at(name), at(incoming));
    await place();
  }
}
