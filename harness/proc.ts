import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ticksPerSecond = 100;

/** Megabytes: peak memory of a process since its start (VmHWM). */
export function peakMemory(pid: number): number {
  const written = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(written) * 1024) / 1e6;
}

/** Megabytes: current memory of a process (VmRSS). */
export function currentMemory(pid: number): number {
  const written = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(written) * 1024) / 1e6;
}

/** The number of files, sockets, and pipes that a process has open. */
export function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** Where an embedded PostgreSQL keeps its process id. */
export function pidFileOf(dataFolder: string): string {
  return path.join(dataFolder, 'postgres/postmaster.pid');
}

/**
 * The main process of an embedded PostgreSQL.
 * @throws Error while there is none
 */
export function postmasterOf(dataFolder: string): number {
  const [line = ''] = readFileSync(pidFileOf(dataFolder), 'utf8').split('\n');
  return Number(line);
}

/** Seconds of processor time that a process has used, in all its threads. */
export function processorTime(pid: number): number {
  return statOf(pid).own;
}

/** The same for an embedded PostgreSQL with all its processes, including those that have ended. */
export function databaseTime(dataFolder: string): number {
  const postmaster = postmasterOf(dataFolder);
  const { own, ended } = statOf(postmaster);
  return childrenOf(postmaster).reduce((sum, pid) => sum + (tryStat(pid)?.own ?? 0), own + ended);
}

/** The processes that a process has started and that are still running. */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => tryStat(pid)?.parent === parent);
}

function statOf(pid: number) {
  // The program name in parentheses may contain anything; the fields are counted after it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? [];
  const [, parent = 0] = fields;
  const [user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = fields.slice(11);
  return {
    parent,
    own: (user + system) / ticksPerSecond,
    ended: (userOfEnded + systemOfEnded) / ticksPerSecond,
  };
}

/** A process may end while it is read. */
function tryStat(pid: number) {
  try {
    return statOf(pid);
  } catch {
    return null;
  }
}
