import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { peakMemory, processorTime } from './proc.ts';
import { endLater } from './scope.ts';

export const root = path.resolve(import.meta.dirname, '..');

/** How long an orderly stop may take, in milliseconds. */
const stopLimit = 40_000;

/** A program that runs alongside the caller. */
export interface Program {
  readonly pid: number;
  /** Megabytes: peak memory since its start (VmHWM). */
  peakMemory(): number;
  /** Seconds of processor time so far, in all its threads. */
  processorTime(): number;
  /** Its standard error output so far. */
  complaints(): string;
  /** Whether it is still running. */
  isAlive(): boolean;
  /** Resolves with its exit code when it has ended; `null` if a signal ended it. */
  readonly ended: Promise<number | null>;
  /** Stops it as Ctrl-C does. */
  stop(): Promise<void>;
  /** Kills it as a power failure does, without warning. */
  kill(): Promise<void>;
}

interface ProgramOptions {
  /** Arguments for Node, before the file. */
  nodeArguments?: readonly string[];
  environment?: Record<string, string>;
  folder?: string;
  /** The text that shows it is ready. */
  ready: string;
}

/** Passes none of the caller's settings to a measured program, except where to find things. */
function bareEnvironment(): Record<string, string> {
  const kept = ['PATH', 'HOME', 'TMPDIR', 'LANG'];
  return Object.fromEntries(
    kept.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** Starts a file on this same Node and waits until it says that it is ready. */
export async function startProgram(
  fileAndArguments: readonly string[],
  { nodeArguments = [], environment = {}, folder = root, ready }: ProgramOptions,
): Promise<Program> {
  const child = spawn(process.execPath, [...nodeArguments, ...fileAndArguments], {
    cwd: folder,
    env: { ...bareEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // Ctrl-C is for the caller, which stops its programs in order.
    detached: true,
  });
  const ended = once(child, 'exit');
  const stop = endLater(() => stopChild(child, ended));
  let complaints = '';
  child.stderr.on('data', (piece: Buffer) => {
    complaints = (complaints + piece.toString()).slice(-20_000);
  });
  try {
    await untilSays(child, ready, ended);
  } catch (error) {
    await stop();
    throw error;
  }
  const pid = child.pid ?? 0;
  return {
    pid,
    stop,
    complaints: () => complaints,
    ended: ended.then(([code]) => code),
    isAlive: () => isAlive(child),
    async kill() {
      if (isAlive(child)) child.kill('SIGKILL');
      await ended;
    },
    peakMemory: () => peakMemory(pid),
    processorTime: () => processorTime(pid),
  };
}

/**
 * Runs a program to its end.
 * @returns its output
 * @throws Error with its output when it failed
 */
export async function runProgram(
  fileAndArguments: readonly string[],
  environment: Record<string, string> = {},
): Promise<string> {
  return runCommand(process.execPath, fileAndArguments, environment);
}

/** The same for any command. */
export async function runCommand(
  file: string,
  commandArguments: readonly string[],
  environment: Record<string, string> = {},
): Promise<string> {
  const child = spawn(file, commandArguments, {
    cwd: root,
    env: { ...bareEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = once(child, 'close');
  const release = endLater(() => stopChild(child, ended));
  let output = '';
  let complaints = '';
  child.stdout.on('data', (piece: Buffer) => {
    output += piece.toString();
  });
  child.stderr.on('data', (piece: Buffer) => {
    complaints += piece.toString();
  });
  const [code] = await ended;
  await release();
  if (code !== 0) throw new Error(`${[file, ...commandArguments].join(' ')} failed:\n${complaints}${output}`);
  return output;
}

function isAlive(child: ChildProcess): boolean {
  return child.exitCode === null && child.signalCode === null;
}

async function stopChild(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (!isAlive(child)) return;
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopLimit);
  await ended;
  clearTimeout(timer);
}

async function untilSays(child: ChildProcess, ready: string, ended: Promise<unknown>): Promise<void> {
  let text = '';
  const said = new Promise<void>((resolve) => {
    const listen = (piece: Buffer) => {
      text = (text + piece.toString()).slice(-20_000);
      if (text.includes(ready)) resolve();
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
  });
  const failed = ended.then(() => {
    throw new Error(`A program did not start: ${text}`);
  });
  await Promise.race([said, failed]);
  failed.catch(() => undefined);
}
