import { existsSync } from 'node:fs';
import { readFile, readlink, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError, QuadAlreadyRunning } from './errors.ts';
import { type Folders, port } from './folders.ts';
import { locked, lockHeld, runToEnd } from './programs.ts';

/** How long a fast shutdown (it disconnects everyone and writes memory to disk) may take, in milliseconds. */
const fastLimit = 20_000;
/** The same for an immediate one, which leaves the recovery to the next start. */
const immediateLimit = 10_000;

/** Reads PostgreSQL's pid file: its process, and its state once it has one. */
export async function readPidFile({ cluster }: Folders): Promise<{ pid: number; state: string } | undefined> {
  const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  return Number.isInteger(pid) && pid > 1 ? { pid, state: (lines[7] ?? '').trim() } : undefined;
}

/**
 * Ends the PostgreSQL that a killed server left running on our data, and removes what a dead one left behind.
 * The caller holds the claim on the data folder, so no server uses it.
 */
export async function settleOrphan(folders: Folders): Promise<void> {
  const found = await readPidFile(folders);
  if (found && (await isPostmaster(found.pid, folders))) {
    await endPostmaster(found.pid, gone(found.pid, folders));
  }
  // PostgreSQL trusts any living process with the old number, even an unrelated one, and would not start.
  const left = [join(folders.cluster, 'postmaster.pid'), ...socketFiles(folders)].filter(existsSync);
  // After a clean stop there is nothing, and the start itself takes the lock.
  if (left.length === 0) return;
  const { code, output } = await runToEnd(locked(folders.lock, { file: 'rm', arguments: ['-f', ...left] }));
  if (code === lockHeld) throw inUse(folders);
  if (code !== 0)
    throw new EmbeddedPostgresError(`The leftovers of the last start cannot be removed: ${output.trim()}`);
}

function socketFiles({ socket }: Folders): string[] {
  return [join(socket, `.s.PGSQL.${port}`), join(socket, `.s.PGSQL.${port}.lock`)];
}

/** For a PostgreSQL that this process cannot see, although they share the disk. */
export function inUse({ data }: Folders): QuadAlreadyRunning {
  return new QuadAlreadyRunning(
    `Another PostgreSQL server is running on the data folder ${data}, perhaps in another container: stop it first, or choose another folder with QUAD_DATA.`,
  );
}

/**
 * Whether the process is a PostgreSQL that runs in our folder. The folders are compared by identity, since
 * ours may have been moved; a process that has ended but was not waited for has none.
 */
async function isPostmaster(pid: number, { cluster }: Folders): Promise<boolean> {
  try {
    const [home, ours, executable] = await Promise.all([
      stat(`/proc/${pid}/cwd`, { bigint: true }),
      stat(cluster, { bigint: true }),
      readlink(`/proc/${pid}/exe`),
    ]);
    // The kernel adds a suffix when the file was replaced, as by an update of the packages.
    const name = basename(executable.replace(/ \(deleted\)$/, ''));
    return home.dev === ours.dev && home.ino === ours.ino && name === 'postgres';
  } catch {
    return false;
  }
}

async function gone(pid: number, folders: Folders): Promise<void> {
  while (await isPostmaster(pid, folders)) await sleep(20);
}

/** Stops a PostgreSQL cleanly or, if that takes too long, at once; `ended` settles when its process ends. */
export async function endPostmaster(pid: number, ended: Promise<void>): Promise<void> {
  for (const [signal, limit] of [
    ['SIGINT', fastLimit],
    ['SIGQUIT', immediateLimit],
  ] as const) {
    signalIfAlive(pid, signal);
    const patience = new AbortController();
    const late = sleep(limit, false, { signal: patience.signal }).catch(() => false);
    const inTime = await Promise.race([ended.then(() => true), late]);
    patience.abort();
    if (inTime) return;
  }
  throw new EmbeddedPostgresError(
    `The embedded database (process ${pid}) is not stopping. End it before you start Quad again.`,
  );
}

/** Sends a signal; it is fine if the process is already gone. */
function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
