import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

/** Makes the folder in a process of its own, which ends at once. */
async function folderMade(TMPDIR?: string): Promise<string> {
  const program = `const { makeTestFolder } = await import('./scripts/test-folder.mjs'); console.log(makeTestFolder());`;
  const env = { ...process.env, TMPDIR };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    env,
  });
  return stdout.trim();
}

test('TMPDIR chooses where the tests work, and nothing is left there', async () => {
  const chosen = mkdtempSync(path.join(os.tmpdir(), 'quad-chosen-'));
  onTestFinished(() => rmSync(chosen, { recursive: true }));
  const folder = await folderMade(chosen);
  expect(path.dirname(folder)).toBe(chosen);
  expect(existsSync(folder)).toBe(false);
});

test('what a killed run left in memory is removed by the next run, and that of a running one stays', async ({
  skip,
}) => {
  const parent = path.dirname(await folderMade());
  if (parent !== '/dev/shm') skip('This system has no room for tests in memory.');
  const [running, killed] = [process.pid, 2 ** 30].map((pid) => path.join(parent, `quad-tests-${pid}-test`));
  onTestFinished(() => rmSync(String(running), { recursive: true }));
  for (const folder of [running, killed]) mkdirSync(String(folder));
  await folderMade();
  expect([running, killed].map((folder) => existsSync(String(folder)))).toEqual([true, false]);
});
