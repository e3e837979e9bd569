import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { endLater } from './scope.ts';

/** A system server that runs for a test. */
export interface Daemon {
  readonly pid: number;
  stop(): Promise<void>;
}

interface DaemonOptions {
  /** It is up when this port accepts connections. */
  port: number;
  /** The signal for an orderly stop. */
  signal?: NodeJS.Signals;
}

const startLimit = 15_000;

/**
 * Starts a program that stays in the foreground.
 * @throws Error with its output when it does not come up
 */
export async function startDaemon(
  [file = '', ...words]: readonly string[],
  { port, signal = 'SIGTERM' }: DaemonOptions,
): Promise<Daemon> {
  const child = spawn(file, words, { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  const ended = once(child, 'exit');
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece: Buffer) => {
      said = (said + piece.toString()).slice(-5_000);
    });
  }
  const stop = endLater(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
  });
  const giveUpAt = Date.now() + startLimit;
  while (!(await isTaking(port))) {
    if (child.exitCode !== null || Date.now() > giveUpAt) {
      await stop();
      throw new Error(`${file} did not start: ${said}`);
    }
    await pause(20);
  }
  return { pid: child.pid ?? 0, stop };
}

function isTaking(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

const isRoot = process.getuid?.() === 0;

/** Wraps a command to run as an unprivileged user, for programs that refuse to run as root. */
export function withoutRights(command: readonly string[], user = 'postgres'): string[] {
  return isRoot
    ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', ...command]
    : [...command];
}

/** Makes that user the owner of a folder. */
export function handOver(folder: string, user = 'postgres'): void {
  if (isRoot) execFileSync('chown', ['-R', `${user}:`, folder]);
}
