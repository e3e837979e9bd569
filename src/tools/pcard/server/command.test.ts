import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { bankSample } from './testing/sample-files.ts';

test.each([
  ['one mistake', bankSample.replace('128.47', '128.475'), '1 mistake.'],
  ['two mistakes', bankSample.replace('128.47', '128.475').replace('54.99', '54.995'), '2 mistakes.'],
])('%s in a file, and their number', (_what, file, number) => {
  const command = [path.join(import.meta.dirname, 'command.ts'), '--profile', 'bank-colleague', '-'];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { input: file, encoding: 'utf8' });
  expect([status, stdout]).toEqual([1, '']);
  expect(stderr).toContain('Row 2, Amount: Enter an amount such as');
  expect(stderr.trim().split('\n').at(-1)).toBe(`${number} No journal was made.`);
});
