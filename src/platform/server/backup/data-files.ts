import { createReadStream, type Dirent } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { validate as isUuid } from 'uuid';

/** What the data folder contains besides the college's files: the database itself, logs, and the secret. */
export const notFiles = /^(postgres($|[.-])|logs$|lost\+found$|secret$|\.)/;
/** Belongs to the file system, at the top of each disk, and only root may read it. */
const ofTheDisk = 'lost+found';
/** Emails that no mail server accepted. They are removed after a week and may hold one-time links: no backup has them. */
export const emailFolder = 'mail';
/** Files of a restore: being written; complete until its rows have committed, with its id; being moved in. */
const unfinished = '.restoring';
const whole = '.restored-';
const incoming = '.placing';
/** The old files that they replace. */
const outgoing = '.replaced';

/** What is in a folder; nothing if it is gone. One that cannot be read is not an empty one. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}

/** Names in the data folder that a backup includes: everything that is not known to be something else. */
async function keptNames(dataFolder: string, except: readonly string[]): Promise<string[]> {
  const entries = await entriesOf(dataFolder);
  return entries
    .map(({ name }) => name)
    .filter((name) => !notFiles.test(name) && name !== emailFolder)
    .filter((name) => !except.includes(path.join(dataFolder, name)))
    .toSorted();
}

export interface DataFiles {
  /** Below the data folder, with `/`. */
  paths: string[];
  /** Links and devices, which are left where they are. */
  leftOut: string[];
}

/**
 * The college's files in the data folder.
 * @param except Files that happen to be there, such as the log
 */
export async function listDataFiles(dataFolder: string, except: readonly string[]): Promise<DataFiles> {
  const found: DataFiles = { paths: [], leftOut: [] };
  const folders: string[] = [];
  const look = async (folder: string, names: readonly string[] | null) => {
    const entries = await entriesOf(path.join(dataFolder, folder));
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const isKept =
        names === null ? !entry.name.startsWith('.') && entry.name !== ofTheDisk : names.includes(entry.name);
      if (!isKept) continue;
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

/** The content of a file; `null` if it was removed since it was listed. */
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

/** Files that wait next to their place until the database has committed. */
export interface PreparedFiles {
  write(file: string, content: AsyncIterable<Buffer>): Promise<void>;
  /** Marks them as complete. Call it right before the commit of this restore: see `finishRestores`. */
  seal(restore: string): Promise<void>;
  /** Removes them, unless they are sealed. */
  discard(): Promise<void>;
}

/** Prepares the files of a restore in the data folder; first removes what a killed one left behind. */
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

/** Sealed restores whose files are not in place yet: the process was killed, or is placing them right now. */
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

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

/** Moves old files out of the way. A folder on which a disk is mounted cannot move, so it is emptied. */
async function moveAway(old: string, target: string): Promise<void> {
  try {
    await rename(old, target);
  } catch (error) {
    if (codeOf(error) !== 'EBUSY') throw error;
    const names = (await readdir(old)).filter((name) => name !== ofTheDisk);
    for (const name of names) await rm(path.join(old, name), { recursive: true, force: true });
  }
}

/** Moves a file or folder, even into a folder on which another disk is mounted. Can be repeated at any point. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
    return;
  } catch (error) {
    if (codeOf(error) !== 'EBUSY' && codeOf(error) !== 'EXDEV') throw error;
  }
  const names = await readdir(from).catch((error) => {
    if (codeOf(error) === 'ENOTDIR') return null;
    throw error;
  });
  if (names === null) return copy(from, to);
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const name of names) await move(path.join(from, name), path.join(to, name));
}

async function copy(from: string, to: string): Promise<void> {
  await copyFile(from, to);
  const handle = await open(to, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Replaces the current files with those of a restore whose rows have committed; removes those of one whose
 * rows have not. If it is killed, the next call continues where it stopped. Only one may run at a time, and
 * none while a restore may be about to commit.
 */
export async function finishRestores(
  dataFolder: string,
  except: readonly string[],
  hasCommitted: (restore: string) => Promise<boolean>,
): Promise<void> {
  const at = (...names: string[]) => path.join(dataFolder, ...names);
  const remove = (name: string) => rm(at(name), { recursive: true, force: true });
  const place = async () => {
    for (const name of await readdir(at(incoming))) await move(at(incoming, name), at(name));
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
    for (const old of await keptNames(dataFolder, except)) await moveAway(at(old), at(outgoing, old));
    // This name means that all old files are out of the way.
    await rename(at(name), at(incoming));
    await place();
  }
}
