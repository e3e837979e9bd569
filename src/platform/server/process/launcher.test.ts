import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quad-process-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

/**
 * Starts a program that prints `ready` and whose stop is the given code.
 * @returns The process and its output so far.
 */
async function program(stop: string, options = '{}') {
  const file = join(folder, 'program.ts');
  const launcher = new URL('./launcher.ts', import.meta.url).href;
  await writeFile(
    file,
    `import { onStopSignals } from '${launcher}';
    onStopSignals(async () => { console.log('stopping'); ${stop} }, ${options});
    setInterval(() => {}, 1000);
    process.stdout.write('ready\\n');`,
  );
  const child = fork(file, { silent: true });
  children.push(child);
  const output = { text: '' };
  child.stderr?.on('data', (piece) => {
    output.text += piece;
  });
  await new Promise<void>((resolve) => {
    child.stdout?.on('data', (piece) => {
      output.text += piece;
      if (output.text.includes('ready')) resolve();
    });
  });
  return { child, output };
}

/** The exit code and signal, once the output has been read to its end. */
async function ended(child: ChildProcess) {
  const streams = [child.stdout, child.stderr].map((stream) => stream && once(stream, 'end'));
  const [exit] = await Promise.all([once(child, 'exit'), ...streams]);
  return exit;
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s stops cleanly and exits with code 0',
  async (signal) => {
    const { child, output } = await program(`console.log('closed');`);
    child.kill(signal);
    expect(await ended(child)).toEqual([0, null]);
    expect(output.text).toBe('ready\nstopping\nclosed\n');
  },
);

test('a second signal neither repeats the stop nor cuts it short', async () => {
  const { child, output } = await program(
    `const again = new Promise((resolve) => process.once('SIGTERM', () => setImmediate(resolve)));
    process.kill(process.pid, 'SIGTERM');
    await again;
    console.log('closed');`,
  );
  child.kill('SIGINT');
  expect(await ended(child)).toEqual([0, null]);
  expect(output.text).toBe('ready\nstopping\nclosed\n');
});

test('the death of the launcher stops cleanly', async () => {
  const { child, output } = await program(`console.log('closed');`);
  child.disconnect();
  expect(await ended(child)).toEqual([0, null]);
  expect(output.text).toContain('closed');
});

test('a terminal that is gone does not disturb the stop', async () => {
  const marker = join(folder, 'closed');
  const { child } = await program(
    `const { writeFileSync } = await import('node:fs');
    process.stdout.write('into the void');
    await new Promise((resolve) => setImmediate(resolve));
    writeFileSync('${marker}', '');`,
  );
  child.stdout?.destroy();
  child.stderr?.destroy();
  child.kill('SIGHUP');
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(existsSync(marker)).toBe(true);
});

test('a stop that hangs exits with code 1 after its limit', async () => {
  const { child, output } = await program('await new Promise(() => {});', '{ limit: 200 }');
  child.kill('SIGTERM');
  expect(await ended(child)).toEqual([1, null]);
  expect(output.text).toContain('took longer than 0.2 seconds');
});

test('a stop that fails exits with code 1 and says why', async () => {
  const { child, output } = await program(`throw new Error('the pool is stuck');`);
  child.kill('SIGTERM');
  expect(await ended(child)).toEqual([1, null]);
  expect(output.text).toContain('the pool is stuck');
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)('%s ends a command with code %i, and it says what was not done', async (signal, code) => {
  const { child, output } = await program(
    `console.log('closed');`,
    `{ unfinished: () => 'Nothing was made.' }`,
  );
  child.kill(signal);
  expect(await ended(child)).toEqual([code, null]);
  expect(output.text).toContain('closed\n');
  expect(output.text).toContain('Nothing was made.\n');
});
