import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { lookAt } from './source.ts';

/** A small project in its own folder: path -> text. */
export function build(house: Readonly<Record<string, string>>) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'quad-house-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  for (const [file, text] of Object.entries(house)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return { root, ...lookAt(root) };
}
