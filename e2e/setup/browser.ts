import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import chromium from '@sparticuz/chromium';

export interface Browser {
  executablePath: string;
  args: string[];
  env?: Record<string, string>;
}

const args = ['--no-sandbox', '--disable-dev-shm-usage', '--disable-background-networking'];

/** The Chromium that npm pins, so that every machine runs the same one; `CHROME=<file>` selects another. */
export async function findBrowser(): Promise<Browser> {
  const chosen = process.env.CHROME;
  if (chosen) {
    if (!existsSync(chosen)) throw new Error(`CHROME is ${chosen}, but there is no such file.`);
    return { executablePath: chosen, args };
  }
  const folder = path.resolve('node_modules/.cache/chromium');
  if (!existsSync(folder)) await unpack(folder);
  const executablePath = path.join(folder, 'chromium');
  const env = lacksLibraries(executablePath)
    ? { LD_LIBRARY_PATH: path.join(folder, 'libraries', 'lib') }
    : {};
  return {
    executablePath,
    args: [...args, '--headless=shell'],
    env: { ...process.env, ...env } as Record<string, string>,
  };
}

/** Unpacks next to the packages, not into the shared temporary folder, which may have another user's copy. */
async function unpack(folder: string): Promise<void> {
  const fresh = `${folder}-${process.pid}`;
  mkdirSync(path.join(fresh, 'libraries'), { recursive: true });
  const before = process.env.TMPDIR;
  process.env.TMPDIR = fresh;
  try {
    await chromium.executablePath();
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  const archive = path.join(
    path.dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')),
    '../bin/al2023.tar.br',
  );
  execFileSync('tar', ['-x', '-C', path.join(fresh, 'libraries')], {
    input: brotliDecompressSync(readFileSync(archive)),
  });
  try {
    renameSync(fresh, folder);
  } catch (error) {
    // Another run was faster; its copy is just as good.
    if (!existsSync(folder)) throw error;
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** A bare Debian lacks a few libraries that Chromium links (NSS among them); npm's package carries copies. */
function lacksLibraries(executable: string): boolean {
  return execFileSync('ldd', [executable], { encoding: 'utf8' }).includes('not found');
}
