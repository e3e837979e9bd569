import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { moveIntoPlace, removeLeftovers, workFolder } from './work-folder.ts';

const parent = mkdtempSync(path.join(tmpdir(), 'quad-work-'));
const target = path.join(parent, 'web');
afterEach(() => rmSync(parent, { recursive: true, force: true }));

function finished(content: string): string {
  const folder = workFolder(target);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'index.html'), content);
  return folder;
}

test('a finished folder replaces the one before, and nothing else stays', () => {
  moveIntoPlace(finished('first'), target);
  moveIntoPlace(finished('second'), target);
  expect(readFileSync(path.join(target, 'index.html'), 'utf8')).toBe('second');
  expect(readdirSync(parent)).toEqual(['web']);
});

test('what a killed process left is removed, and the work of a running one stays', () => {
  const mine = finished('mine');
  // Larger than any process id on Linux.
  mkdirSync(path.join(parent, '.work-4194305-abcd'));
  removeLeftovers(target);
  expect(readdirSync(parent)).toEqual([path.basename(mine)]);
});
