import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type Checkout, makeCheckout, replaceNpm } from './testing/checkout.ts';

let checkout: Checkout;

beforeEach(async () => {
  checkout = await makeCheckout();
  await checkout.linkPackages();
  await checkout.markInstalled();
});
afterEach(async () => {
  await checkout.remove();
});

const launcher = new URL('../src/platform/server/process/launcher.ts', import.meta.url).href;

/** A server that takes a moment to shut down properly, and then leaves a file behind. */
const server = `
  import { writeFileSync } from 'node:fs';
  import { onStopSignals } from '${launcher}';
  onStopSignals(async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    writeFileSync('stopped', '');
    console.log('stopped');
  });
  setInterval(() => {}, 1000);
  console.log('ready', process.pid, process.version.split('.')[0], process.argv.slice(2).join(' '));`;

test("start builds screens and server, then runs what was built on the project's own Node with the given arguments", async () => {
  await checkout.write('scripts/build.ts', `console.log('built');`);
  await checkout.write(
    'dist/server/server.js',
    `console.log(process.version.split('.')[0], process.argv.slice(2).join(' ')); process.exit(7);`,
  );
  const start = checkout.start('start.mjs', 'one', 'two');
  expect(await start.ended()).toBe(7);
  expect(start.output()).toBe('built\nv24 one two\n');
});

test.each([
  [undefined, '1'],
  ['2', '2'],
])(
  'the server gets the flags and variables that limit its memory; MALLOC_ARENA_MAX=%s is %s',
  async (given, seen) => {
    vi.stubEnv('MALLOC_ARENA_MAX', given);
    onTestFinished(() => void vi.unstubAllEnvs());
    await checkout.write('scripts/build.ts', '');
    const tell = `const { NODE_COMPILE_CACHE: cache, MALLOC_ARENA_MAX: arenas } = process.env;
    console.log(process.execArgv.join(' '), cache.endsWith('dist/compile-cache'), arenas);`;
    await checkout.write('dist/server/server.js', tell);
    const start = checkout.start('start.mjs');
    expect(await start.ended()).toBe(0);
    expect(start.output()).toBe(`--max-semi-space-size=8 true ${seen}\n`);
  },
);

test('start --dev builds nothing and runs the server from its sources', async () => {
  await checkout.write('scripts/build.ts', `console.log('built');`);
  await checkout.write('dist/server/server.js', `console.log('old');`);
  await checkout.write('src/entry/server.ts', `console.log(process.argv.slice(2).join(' '));`);
  const start = checkout.start('start.mjs', '--dev');
  expect(await start.ended()).toBe(0);
  expect(start.output()).toBe('--dev\n');
});

test('run builds a program in dist/ before it runs it, and nothing else', async () => {
  await checkout.write('scripts/build.ts', `console.log('built', process.argv.slice(2).join(' '));`);
  await checkout.write('dist/commands/backup.js', `console.log('ran', process.argv.slice(2).join(' '));`);
  const backup = checkout.start('run.mjs', 'dist/commands/backup.js', 'one.tar');
  expect(await backup.ended()).toBe(0);
  expect(backup.output()).toBe('built commands\nran one.tar\n');
});

test('run leaves standard output to the program, even when it installs and builds first', async () => {
  await replaceNpm(checkout, 'echo much to read');
  await checkout.write('node_modules/.quad-installed.json', '');
  await checkout.write('scripts/build.ts', `console.log('built');`);
  await checkout.write('dist/commands/pcard.js', `console.log('a line of the journal');`);
  const run = checkout.start('run.mjs', 'dist/commands/pcard.js');
  let piped = '';
  run.child.stdout?.setEncoding('utf8').on('data', (piece) => {
    piped += piece;
  });
  expect(await run.ended()).toBe(0);
  expect(piped).toBe('a line of the journal\n');
  expect(run.output()).toMatch(/Installing packages.*built/s);
});

test('no server starts when it or the screens cannot be built', async () => {
  await checkout.write('scripts/build.ts', `console.log('broken'); process.exit(5);`);
  await checkout.write('dist/server/server.js', server);
  const start = checkout.start('start.mjs');
  expect(await start.ended()).toBe(5);
  expect(start.output()).toBe('broken\n');
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s stops the server, and the launcher ends after it',
  async (signal) => {
    await checkout.write('server.ts', server);
    const run = checkout.start('run.mjs', 'server.ts');
    await run.says('ready');
    run.child.kill(signal);
    expect(await run.ended()).toBe(0);
    expect(run.output()).toMatch(/ready .*\nstopped\n$/);
  },
);

test('a second signal does not cut the stop short', async () => {
  await checkout.write('server.ts', server);
  const run = checkout.start('run.mjs', 'server.ts');
  await run.says('ready');
  run.child.kill('SIGINT');
  run.child.kill('SIGINT');
  run.child.kill('SIGTERM');
  expect(await run.ended()).toBe(0);
  expect(run.output()).toMatch(/ready .*\nstopped\n$/);
});

test('kill -9 of the launcher shuts the server down properly', async () => {
  await checkout.write('server.ts', server);
  const run = checkout.start('run.mjs', 'server.ts');
  await run.says('ready');
  run.child.kill('SIGKILL');
  await vi.waitFor(() => expect(existsSync(join(checkout.root, 'stopped'))).toBe(true), { timeout: 10_000 });
});

test('kill -9 of the npm that runs the launcher shuts the server down properly', async () => {
  await checkout.write('server.ts', server);
  const npm = `
    import { spawn } from 'node:child_process';
    const env = { ...process.env, npm_lifecycle_event: 'start' };
    spawn(process.execPath, ['scripts/run.mjs', 'server.ts'], { cwd: '${checkout.root}', env, stdio: 'inherit' });`;
  await checkout.write('scripts/npm.mjs', npm);
  const run = checkout.start('npm.mjs');
  await run.says('ready');
  run.child.kill('SIGKILL');
  await vi.waitFor(() => expect(existsSync(join(checkout.root, 'stopped'))).toBe(true), { timeout: 10_000 });
});

test('when the server is killed, the launcher ends with the code that shells use', async () => {
  await checkout.write('server.ts', `process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000);`);
  expect(await checkout.start('run.mjs', 'server.ts').ended()).toBe(137);
});
