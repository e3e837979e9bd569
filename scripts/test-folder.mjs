// The folder in which tests make and remove hundreds of databases, data folders, and browser profiles.
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const inMemory = '/dev/shm';
/** A whole run has half a gigabyte there at a time; its programs need several. */
const enough = 4 * 1024 ** 3;

/**
 * Makes it, in memory if there is room: copying a database takes a tenth of the time there. Set TMPDIR to
 * use another place. It is removed when this process ends.
 * @returns {string} its path
 */
export function makeTestFolder() {
  const parent = process.env.TMPDIR === undefined && hasRoom() ? inMemory : tmpdir();
  if (parent === inMemory) removeLeftovers();
  const folder = mkdtempSync(join(parent, `quad-tests-${process.pid}-`));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  // Servers that a test starts as other users have to get through it.
  chmodSync(folder, 0o711);
  return folder;
}

/** Some systems, containers above all, have little there, or let no program run from it. */
function hasRoom() {
  if (!existsSync('/proc/self/mounts')) return false;
  // The last one hides those before it.
  const options = readFileSync('/proc/self/mounts', 'utf8')
    .match(/(?<=^\S+ \/dev\/shm tmpfs )\S+/gm)
    ?.at(-1);
  if (options === undefined || /\b(ro|noexec)\b/.test(options)) return false;
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize >= enough && freemem() >= enough;
}

/** What killed runs left would take up memory until the machine restarts. */
function removeLeftovers() {
  for (const name of readdirSync(inMemory)) {
    const pid = /^quad-tests-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue;
    rmSync(join(inMemory, name), { recursive: true, force: true });
  }
}
