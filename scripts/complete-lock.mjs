#!/usr/bin/env node
/**
 * Adds stubs to package-lock.json for optional packages of other platforms that the lock lacks.
 *
 * If a registry mirror lacks, say, the darwin builds, npm leaves them out of the lock, and then `npm ci`,
 * which CI and the image use to install, says that the lock is out of sync. A stub that fits no system satisfies it
 * and is never downloaded. npm runs this by itself after every change of node_modules, as the script
 * `dependencies` of package.json.
 */
import { readFileSync, writeFileSync } from 'node:fs';

/** The place in the lock of the package that a package at `from` gets for `name`, or undefined. */
function resolve(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[place]) return place;
    if (folder === '') return undefined;
  }
}

/**
 * Completes the lock in place.
 * @returns the places that were added
 */
function complete(packages) {
  const added = [];
  for (const [from, entry] of Object.entries(packages)) {
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      const exact = /^\d+\.\d+\.\d+[^ |]*$/.test(range);
      const found = resolve(packages, from, name);
      if (found && !(exact && packages[found].version !== range)) continue;
      const version = exact ? range : (/\d+\.\d+\.\d+[\w.+-]*/.exec(range)?.[0] ?? '0.0.0');
      const place = found ? `${from}/node_modules/${name}` : `node_modules/${name}`;
      packages[place] = {
        version,
        ...(entry.dev ? { dev: true } : {}),
        optional: true,
        os: ['none'],
      };
      added.push(place);
    }
  }
  return added;
}

const file = process.argv[2] ?? new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
const added = complete(lock.packages);
if (added.length > 0) {
  const root = { '': lock.packages[''] };
  const sorted = Object.keys(lock.packages)
    .filter((place) => place !== '')
    .sort((left, right) => left.localeCompare(right, 'en'))
    .map((place) => [place, lock.packages[place]]);
  lock.packages = { ...root, ...Object.fromEntries(sorted) };
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}
if (added.length > 0) console.log(`${added.length} stubs added to package-lock.json.`);
