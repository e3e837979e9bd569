import { spawn } from 'node:child_process';
import { open, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './errors.ts';
import type { Folders } from './folders.ts';
import { endPostmaster, inUse, readPidFile, settleOrphan } from './orphan.ts';
import { environment, locked, lockHeld, program } from './programs.ts';
import { settings } from './settings.ts';

/** Recovery after a crash may take long, but not forever, in milliseconds. */
const readyLimit = 300_000;
/** Log files of an earlier week are removed, in milliseconds. */
const oldestLog = 6 * 24 * 3600 * 1000;

/** A running PostgreSQL. */
export interface Postmaster {
  pid: number;
  /** Settles when the process has ended, with how it ended. */
  ended: Promise<string>;
  /** Whether it is still running; later its number may belong to another process. */
  isAlive(): boolean;
}

/**
 * Starts PostgreSQL and waits until it accepts connections.
 * @throws EmbeddedPostgresError with its last output
 */
export async function launchPostmaster(folders: Folders, durable: boolean): Promise<Postmaster> {
  await settleOrphan(folders);
  await removeOldLogs(folders);
  const began = Date.now();
  const flags = Object.entries(settings(folders, durable)).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const command = locked(folders.lock, program('postgres', ['-D', folders.cluster, ...flags]));
  const log = await open(startLog(folders), 'w', 0o600);
  // Its own session: Ctrl-C in the terminal is for the server, which stops PostgreSQL at the end.
  const child = spawn(command.file, command.arguments, {
    cwd: folders.data,
    env: environment,
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `code ${code}`));
    child.once('error', (error) => resolve(error.message));
  });
  // A process that ends without having stopped it, say after an uncaught error, takes PostgreSQL with it.
  const takeAlong = () => child.kill('SIGINT');
  process.on('exit', takeAlong);
  ended.then(() => process.off('exit', takeAlong));
  child.unref();
  await log.close();
  const { pid } = child;
  const failure = pid === undefined ? await ended : await untilReady(pid, ended, folders);
  if (pid !== undefined && failure === undefined) {
    return { pid, ended, isAlive: () => child.exitCode === null && child.signalCode === null };
  }
  if (failure === `code ${lockHeld}`) throw inUse(folders);
  throw new EmbeddedPostgresError(
    `The embedded database did not start (${failure}). Its log is in ${folders.logs}; the last lines are:\n${await lastOutput(folders, began)}`,
  );
}

/** Returns nothing when PostgreSQL is ready, otherwise what went wrong. */
async function untilReady(
  pid: number,
  ended: Promise<string>,
  folders: Folders,
): Promise<string | undefined> {
  let failure: string | undefined;
  ended.then((how) => {
    failure = how;
  });
  const deadline = performance.now() + readyLimit;
  while (failure === undefined) {
    const file = await readPidFile(folders);
    if (file?.pid === pid && file.state === 'ready') return undefined;
    if (performance.now() > deadline) {
      const gone = ended.then(() => undefined);
      await endPostmaster(pid, gone);
      return `not ready after ${readyLimit / 60_000} minutes`;
    }
    await sleep(10);
  }
  return failure;
}

function startLog({ logs }: Folders): string {
  return join(logs, 'postgres-start.log');
}

/** PostgreSQL overwrites last week's log only when it runs at midnight. */
async function removeOldLogs({ logs }: Folders): Promise<void> {
  for (const file of await weekdayLogs(logs)) {
    if (Date.now() - file.changed > oldestLog) await rm(file.path, { force: true });
  }
}

async function weekdayLogs(logs: string) {
  const names = (await readdir(logs)).filter((name) => /^postgres-\w{3}\.log$/.test(name));
  return Promise.all(
    names.map(async (name) => {
      const path = join(logs, name);
      return { path, changed: (await stat(path)).mtimeMs };
    }),
  );
}

async function lastOutput(folders: Folders, since: number): Promise<string> {
  const fresh = (await weekdayLogs(folders.logs)).filter((file) => file.changed >= since);
  const texts = await Promise.all(
    [startLog(folders), ...fresh.map((file) => file.path)].map((path) =>
      readFile(path, 'utf8').catch(() => ''),
    ),
  );
  return texts.flatMap((text) => text.trim().split('\n').slice(-8)).join('\n');
}
