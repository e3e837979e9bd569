import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleServer } from './server-bundle.ts';

const root = path.resolve(import.meta.dirname, '..');
mkdirSync(path.join(root, 'dist'), { recursive: true });
/** Below the checkout, where Node finds the packages that stay outside. */
const folder = mkdtempSync(path.join(root, 'dist/.test-'));
const file = path.join(folder, 'server.js');
let text = '';

beforeAll(async () => {
  await bundleServer(root, folder);
  text = readFileSync(file, 'utf8');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the server is one file, so that one that runs misses nothing after the next build', () => {
  expect(readdirSync(folder)).toEqual(['server.js']);
});

test('it begins with parts of Node alone, and not with those that bring its HTTP client along', () => {
  const imported = Array.from(text.matchAll(/^import .*?from "([^"]+)";$/gm), ([, name = '']) => name);
  expect(imported.length).toBeGreaterThan(5);
  expect(imported.filter((name) => !isBuiltin(name))).toEqual([]);
  expect(imported).not.toContain('node:http');
  expect(imported).not.toContain('http');
});

test('no sign in it makes the runtime keep it in twice the memory', () => {
  expect(/[^\0-\xff]/.exec(text)?.[0]).toBeUndefined();
});

test('whoever follows a stack trace finds names and the file that a part is from', () => {
  expect(text).toContain('// src/platform/server/assembly/assemble.ts');
  expect(text).toContain('async function assembleInto(');
});

test('the examples of the tools, which only tests use, are not in it', () => {
  expect(text).toContain('/server/examples.ts');
  expect(text).not.toContain('bodies: {');
});

test('it runs: a mistake in the settings is told as the sources tell it', async () => {
  const env = { PATH: process.env.PATH, QUAD_DATA: path.join(folder, 'data'), PORT: 'none' };
  const tell = (program: string) =>
    promisify(execFile)(process.execPath, [program], { cwd: root, env }).catch(
      (error: { code: number; stderr: string }) => error,
    );
  const built = await tell(file);
  expect(built).toMatchObject({ code: 1, stderr: expect.stringContaining('PORT') });
  expect(built.stderr).toBe((await tell('src/entry/server.ts')).stderr);
});
