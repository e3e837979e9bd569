import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ticksPerSecond = 100;

/** Megabytes: the most that a process had in memory at once since its start (VmHWM). */
export function peakMemory(pid: number): number {
  const written = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(written) * 1024) / 1e6;
}

/** Megabytes: what a process has in memory now (VmRSS). */
export function presentMemory(pid: number): number {
  const written = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return (Number(written) * 1024) / 1e6;
}

/** How many files, sockets and pipes a process has open. */
export function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

/** Where an embedded PostgreSQL says which process it is. */
export function pidFileOf(dataFolder: string): string {
  return path.join(dataFolder, 'postgres/postmaster.pid');
}

/** The process that an embedded PostgreSQL began with. @throws Error while there is none */
export function postmasterOf(dataFolder: string): number {
  const [line = ''] = readFileSync(pidFileOf(dataFolder), 'utf8').split('\n');
  return Number(line);
}

/** Seconds of processor time that a process has taken, all its threads together. */
export function processorTime(pid: number): number {
  return statOf(pid).own;
}

/** The same of an embedded PostgreSQL with all its processes, those that have ended included. */
export function databaseTime(dataFolder: string): number {
  const postmaster = postmasterOf(dataFolder);
  const { own, ended } = statOf(postmaster);
  const alive = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => tryStat(Number(name)))
    .filter((stat) => stat?.parent === postmaster);
  return alive.reduce((sum, stat) => sum + (stat?.own ?? 0), own + ended);
}

function statOf(pid: number) {
  // The name of the program, in parentheses, may hold anything; the fields are counted behind it.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? [];
  const [, parent = 0] = fields;
  const [user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = fields.slice(11);
  return {
    parent,
    own: (user + system) / ticksPerSecond,
    ended: (userOfEnded + systemOfEnded) / ticksPerSecond,
  };
}

/** A process may end while it is looked at. */
function tryStat(pid: number) {
  try {
    return statOf(pid);
  } catch {
    return null;
  }
}
