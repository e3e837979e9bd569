import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const bundle = path.resolve(import.meta.dirname, '../dist/web');

/** In kilobytes of 1,000 bytes, as served. `npm run bench -- bundle` measures the same in a browser. */
const most = { '.js': 162, '.css': 16 };

const preloads: Record<string, string[]> = JSON.parse(read('.vite/preload.json'));
const manifest: Record<
  string,
  { name?: string; isEntry?: boolean; isDynamicEntry?: boolean; imports?: string[]; css?: string[] }
> = JSON.parse(read('.vite/manifest.json'));
const everywhere = Object.values(manifest).flatMap(({ isEntry, css = [] }) => (isEntry ? css : []));

test.each(Object.entries(preloads))('%s stays light on a slow line', (_path, files) => {
  for (const [ending, limit] of Object.entries(most)) {
    const fetched = [...files, ...everywhere].filter((file) => file.endsWith(ending));
    const kilobytes = fetched.reduce((sum, file) => sum + sizeOf(file), 0) / 1_000;
    expect(kilobytes, `${ending} of ${fetched.join(', ')}`).toBeLessThanOrEqual(limit);
  }
});

test('the schema library comes with a contract that checks what was typed, and with nothing else', () => {
  const bringsIt = (file: string): boolean =>
    manifest[file]?.name === 'checks' || (manifest[file]?.imports ?? []).some(bringsIt);
  const loaded = Object.keys(manifest).filter((file) => manifest[file]?.isDynamicEntry && bringsIt(file));
  expect(loaded.length).toBeGreaterThan(0);
  expect(loaded.filter((file) => !/\/tools\/[^/]+\/contract\.ts$/.test(file))).toEqual([]);
});

function read(file: string): string {
  return readFileSync(path.join(bundle, file), 'utf8');
}

function sizeOf(file: string): number {
  const packed = path.join(bundle, `${file}.br`);
  return statSync(existsSync(packed) ? packed : path.join(bundle, file)).size;
}
