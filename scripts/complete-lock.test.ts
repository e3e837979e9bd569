import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
let file: string;
const script = fileURLToPath(new URL('./complete-lock.mjs', import.meta.url));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quad-lock-'));
  file = join(folder, 'package-lock.json');
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});

/**
 * Completes a lock with these packages.
 * @returns the script's output and the resulting packages
 */
async function complete(packages: object) {
  await writeFile(file, JSON.stringify({ lockfileVersion: 3, packages }));
  const said = execFileSync(process.execPath, [script, file], { encoding: 'utf8' });
  return { said, packages: JSON.parse(await readFile(file, 'utf8')).packages };
}

test('an optional package that the lock lacks becomes a stub that fits no system', async () => {
  const tool = {
    version: '2.0.0',
    dev: true,
    optionalDependencies: { 'tool-darwin': '2.0.0', 'tool-linux': '2.0.0' },
  };
  const linux = { version: '2.0.0', dev: true, optional: true, os: ['linux'] };
  const { said, packages } = await complete({
    '': {},
    'node_modules/tool': tool,
    'node_modules/tool-linux': linux,
  });
  expect(said).toBe('1 stubs added to package-lock.json.\n');
  expect(packages).toEqual({
    '': {},
    'node_modules/tool': tool,
    'node_modules/tool-darwin': { version: '2.0.0', dev: true, optional: true, os: ['none'] },
    'node_modules/tool-linux': linux,
  });
});

test('another version of it at the top puts the stub below the package that needs it', async () => {
  const { packages } = await complete({
    '': {},
    'node_modules/a': { version: '1.0.0', optionalDependencies: { native: '1.0.0' } },
    'node_modules/native': { version: '3.0.0' },
  });
  expect(packages['node_modules/a/node_modules/native']).toEqual({
    version: '1.0.0',
    optional: true,
    os: ['none'],
  });
});

test('a complete lock is left alone, byte for byte', async () => {
  const packages = {
    '': {},
    'node_modules/a': { version: '1.0.0', optionalDependencies: { b: '^1.0.0' } },
    'node_modules/b': { version: '1.2.3' },
  };
  await complete(packages);
  expect(await readFile(file, 'utf8')).toBe(JSON.stringify({ lockfileVersion: 3, packages }));
});

test("the project's own lock is complete: if not, run `node scripts/complete-lock.mjs` and commit it", async () => {
  const own = JSON.parse(await readFile(new URL('../package-lock.json', import.meta.url), 'utf8'));
  expect((await complete(own.packages)).said).toBe('');
});
