import { execFile, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSandboxed } from '../src/platform/server/sandbox/run-sandboxed.ts';
import { drawPdf } from '../src/tools/posters/server/draw-pdf.ts';
import { bundleProgram, ofTools, programs } from './server-bundle.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
mkdirSync(path.join(root, 'dist'), { recursive: true });
/** In the checkout, where Node finds the packages that are not bundled. */
const folder = mkdtempSync(path.join(root, 'dist/.test-'));
const names = Object.values(programs).flat();
const entries = names.filter((name) => !(name in ofTools));
const texts = new Map<string, string>();
const textOf = (name: string) => texts.get(name) ?? '';

beforeAll(async () => {
  for (const name of names) {
    await bundleProgram(root, name, folder);
    texts.set(name, readFileSync(path.join(folder, `${name}.js`), 'utf8'));
  }
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('each program is one file, so that a running one lacks nothing after the next build', () => {
  expect(readdirSync(folder).toSorted()).toEqual(names.map((name) => `${name}.js`).toSorted());
});

test.each(names)('%s starts with only parts of Node', (name) => {
  const imported = Array.from(textOf(name).matchAll(/^import .*?from "([^"]+)";$/gm), ([, one = '']) => one);
  expect(imported.length).toBeGreaterThan(name in ofTools ? 0 : 5);
  expect(imported.filter((one) => !isBuiltin(one))).toEqual([]);
});

test('the server does not include the HTTP client of Node', () => {
  expect(textOf('server')).not.toMatch(/^import .*?from "(node:)?http";$/m);
});

test('no character in it makes the runtime use twice the memory for it', () => {
  // Node decodes a file with a single non-ASCII character, even a Latin-1 one, to two bytes per character.
  const [found] = /[^\n]{0,40}[^\0-\x7f]/.exec(textOf('server')) ?? [];
  expect(found).toBeUndefined();
});

test('a stack trace has names and the file that a part comes from', () => {
  expect(textOf('server')).toContain('// src/platform/server/assembly/assemble.ts');
  expect(textOf('server')).toContain('async function assembleInto(');
});

test('the examples of the tools, which only tests use, are not in it', () => {
  expect(textOf('server')).toContain('/server/examples.ts');
  expect(textOf('server')).not.toContain('bodies: {');
});

test.each(entries)(
  '%s runs: a mistake in the settings is reported the same way as from the sources',
  { tags: 'long' },
  async (name) => {
    const env = { PATH: process.env.PATH, QUAD_DATA: path.join(folder, 'data'), PORT: 'none' };
    const tell = (program: string) =>
      promisify(execFile)(process.execPath, [program, ...(name === 'server' ? [] : ['some.tar'])], {
        cwd: root,
        env,
      }).catch((error: { code: number; stderr: string }) => error);
    const built = await tell(path.join(folder, `${name}.js`));
    const source = await tell(`src/entry/${name}.ts`);
    expect(source).toMatchObject({ code: expect.any(Number), stderr: expect.stringContaining('PORT') });
    expect(built).toMatchObject({ code: 'code' in source && source.code, stderr: source.stderr });
  },
);

test('the built command for P-Card profiles runs', async () => {
  const env = { PATH: process.env.PATH };
  const built = await promisify(execFile)(process.execPath, [path.join(folder, 'pcard.js')], {
    cwd: root,
    env,
  });
  expect(built.stderr).toContain('No mistakes. The profiles are:');
  // The only way to give a container a file.
  const command = [path.join(folder, 'pcard.js'), '--profile', 'bank-colleague', '-'];
  const read = spawnSync(process.execPath, command, { cwd: root, env, input: 'Amount\r\n12.50\r\n' });
  expect([read.status, read.stderr.toString()]).toEqual([1, expect.stringContaining('No journal was made.')]);
});

test('the built program that reads posters runs in the sandbox', async () => {
  const pdf = Buffer.from(drawPdf({ pages: [{ media: [0, 0, 2592, 1728] }] }));
  const outcome = await runSandboxed({
    program: path.join(folder, 'read-poster.js'),
    loads: [],
    bytes: pdf.length,
    async *read({ start, end }) {
      yield pdf.subarray(start, end + 1);
    },
    limits: { seconds: 60, memory: 512 * 1024 * 1024, output: 100_000 },
    signal: new AbortController().signal,
  });
  const page = { kind: 'page', width: 36, height: 24, pages: 1 };
  expect(outcome).toEqual({ kind: 'said', text: JSON.stringify(page) });
});

test('the image has every package that the built files or the migrations load at run time', () => {
  const migrations = globSync('migrations/*.ts', { cwd: root }).map(read);
  const loads = /\b(?:import|resolve)\(["']([@\w][^"']*)["']\)|^import .* from ["']([@\w][^"']*)["'];$/gm;
  const loaded = [...texts.values(), ...migrations].flatMap((text) =>
    Array.from(text.matchAll(loads), ([, late, early]) => late ?? early ?? ''),
  );
  const packages = loaded.flatMap((one) => /^(@[^/]+\/)?[^/]+/.exec(one)?.[0] ?? []);
  const outside = withDependencies(packages.filter((name) => !isBuiltin(name) && name in installed));
  expect(outside).toEqual(expect.arrayContaining(['sharp', 'kysely', 'nodemailer', '@aws-sdk/client-s3']));
  const copying = read('deploy/Containerfile').split('/packages \\\n')[1]?.split('\n\n')[0] ?? '';
  const copied = Array.from(copying.matchAll(/node_modules\/(\S+)/g), ([, name = '']) => name);
  expect(outside.filter((name) => !copied.some((one) => `${name}/`.startsWith(`${one}/`)))).toEqual([]);
});

const installed: Record<string, { dependencies?: object; optionalDependencies?: object }> =
  Object.fromEntries(
    Object.entries(JSON.parse(read('package-lock.json')).packages).flatMap(([folder, entry]) =>
      existsSync(path.join(root, folder)) ? [[folder.replace('node_modules/', ''), entry as object]] : [],
    ),
  );

function withDependencies(names: readonly string[]): string[] {
  const all = new Set(names);
  for (const name of all) {
    const { dependencies, optionalDependencies } = installed[name] ?? {};
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies }))
      if (next in installed) all.add(next);
  }
  return [...all];
}
