import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { type ByteRange, StorageUnavailable } from '../files/file-storage.ts';

export interface SandboxLimits {
  seconds: number;
  /** For the whole process, in bytes, checked many times a second. If the system does not report it, only its heap is limited. */
  memory: number;
  /** How much it may say, in characters. */
  output: number;
}

export interface SandboxWork {
  /** The program, absolute: TypeScript in the sources, one file next to the server when built. */
  program: string;
  /** Folders and files that it loads besides itself. A built program loads nothing. */
  loads: readonly string[];
  bytes: number;
  /** The bytes of the file, as the program asks for them. */
  read(range: ByteRange): AsyncIterable<Buffer>;
  limits: SandboxLimits;
  signal: AbortSignal;
}

/** Why a program said nothing that counts. */
export type SandboxEnd = 'time' | 'memory' | 'output' | 'crash';

export type SandboxOutcome = { kind: 'said'; text: string } | { kind: 'ended'; by: SandboxEnd };

/** How often the memory of the child is looked at, in milliseconds. */
const lookEvery = 40;

/**
 * Runs a program on a file and returns what it said. Whatever happens, the process has ended when this returns.
 * @throws What `read` and `signal` throw, and StorageUnavailable when the time is over while `read` is waited for
 */
export async function runSandboxed(work: SandboxWork): Promise<SandboxOutcome> {
  work.signal.throwIfAborted();
  const child = start(work);
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  const kill = () => void child.kill('SIGKILL');
  work.signal.addEventListener('abort', kill, { once: true });
  let by: SandboxEnd | null = null;
  const stop = (why: SandboxEnd) => {
    by ??= why;
    kill();
  };
  let readingSince: number | null = null;
  async function* read(range: ByteRange): AsyncGenerator<Buffer, void> {
    const pieces = work.read(range)[Symbol.asyncIterator]();
    try {
      for (;;) {
        readingSince = performance.now();
        const next = await Promise.race([pieces.next(), ended]);
        readingSince = null;
        if (next === undefined || next.done === true) return;
        yield next.value;
      }
    } finally {
      // Not waited for: a storage that stopped sending may take long to say so.
      void pieces.return?.()?.catch(() => undefined);
    }
  }
  let isStorageLate = false;
  const mostMs = work.limits.seconds * 1_000;
  const late = () => {
    // A program that asks for thousands of pieces nearly always waits for one.
    isStorageLate = readingSince !== null && performance.now() - readingSince > mostMs / 2;
    stop('time');
  };
  const deadline = setTimeout(late, mostMs);
  const watch = setInterval(() => void watchMemory(child, work.limits.memory, stop), lookEvery);
  try {
    const text = await converse(child, { ...work, read }, stop);
    if (isStorageLate)
      throw new StorageUnavailable(new Error('The storage sent nothing until the time was over.'));
    return text === null || by !== null ? { kind: 'ended', by: by ?? 'crash' } : { kind: 'said', text };
  } finally {
    clearTimeout(deadline);
    clearInterval(watch);
    work.signal.removeEventListener('abort', kill);
    kill();
    await ended;
    work.signal.throwIfAborted();
  }
}

function start({ program, loads, bytes, limits }: SandboxWork): ChildProcess {
  const readable = [program, path.join(path.dirname(program), 'package.json'), ...loads];
  const heap = Math.floor(limits.memory / (2 * 1024 * 1024));
  const flags = [
    '--permission',
    ...readable.map((name) => `--allow-fs-read=${name}`),
    `--max-old-space-size=${heap}`,
    '--max-semi-space-size=8',
    '--disable-warning=ExperimentalWarning',
    '--disable-warning=SecurityWarning',
  ];
  // Secrets are in the environment, and a proxy or a preloaded module would be, too.
  return spawn(process.execPath, [...flags, program, String(bytes)], {
    env: { MALLOC_ARENA_MAX: '1' },
    cwd: '/',
    stdio: ['pipe', 'pipe', 'ignore'],
  });
}

/** Sends what the program asks for. @returns its answer; `null` if it ended without one */
async function converse(
  child: ChildProcess,
  { bytes, read, limits }: SandboxWork,
  stop: (why: SandboxEnd) => void,
): Promise<string | null> {
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error('The sandbox has no pipes.');
  // A child that was killed takes nothing more; its end is noticed elsewhere.
  stdin.on('error', () => undefined);
  let said = 0;
  stdout.on('data', (piece: Buffer) => {
    said += piece.length;
    if (said > limits.output) stop('output');
  });
  for await (const line of createInterface({ input: stdout, crlfDelay: Number.POSITIVE_INFINITY })) {
    const [, first, second] = /^read (\d{1,15}) (\d{1,15})$/.exec(line) ?? [];
    if (first === undefined || second === undefined)
      return line.startsWith('said ') && said <= limits.output ? line.slice('said '.length) : null;
    const [begin, end] = [Number(first), Number(second)];
    if (begin >= end || end > bytes) return null;
    for await (const piece of read({ start: begin, end: end - 1 })) {
      // It may have ended while the storage was read, and then nothing would ever say that the pipe is drained.
      if (child.exitCode !== null || child.signalCode !== null) return null;
      // The storage reuses the memory of a piece once the next one is requested.
      if (!stdin.write(Buffer.from(piece))) await drained(child);
    }
  }
  return null;
}

function drained(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      child.stdin?.off('drain', go);
      child.off('close', go);
      resolve();
    };
    child.stdin?.once('drain', go);
    child.once('close', go);
  });
}

async function watchMemory(
  { pid }: ChildProcess,
  memory: number,
  stop: (why: SandboxEnd) => void,
): Promise<void> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '');
  const resident = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1_024;
  if (resident > memory) stop('memory');
}
