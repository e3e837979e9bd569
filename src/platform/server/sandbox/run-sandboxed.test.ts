import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { runSandboxed, type SandboxLimits, type SandboxWork } from './run-sandboxed.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const program = path.join(import.meta.dirname, 'testing/misbehave.ts');

interface RunOptions extends Partial<Pick<SandboxWork, 'signal'>> {
  beforeRead?: () => Promise<void>;
}

function run(
  word: string,
  limits: Partial<SandboxLimits> = {},
  { signal = new AbortController().signal, beforeRead }: RunOptions = {},
) {
  const content = Buffer.from(word);
  return runSandboxed({
    program,
    loads: [path.join(root, 'src/'), path.join(root, 'package.json')],
    bytes: content.length,
    async *read({ start, end }) {
      await beforeRead?.();
      yield content.subarray(start, end + 1);
    },
    limits: { seconds: 60, memory: 400 * 1024 * 1024, output: 100_000, ...limits },
    signal,
  });
}

/** Children of this process that run the program. */
function left(): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      const parent = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
      const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
      return parent === String(process.pid) && command.includes('misbehave');
    } catch {
      return false;
    }
  });
}

test('a program that takes too long, too much memory, or says too much is killed, and nothing of it is left', async () => {
  expect(await run('behave')).toEqual({ kind: 'said', text: 'done' });
  expect(await run('run forever', { seconds: 2 })).toEqual({ kind: 'ended', by: 'time' });
  expect(await run('fill the memory', { memory: 200 * 1024 * 1024 })).toEqual({
    kind: 'ended',
    by: 'memory',
  });
  expect(await run('say too much')).toEqual({ kind: 'ended', by: 'output' });
  expect(await run('crash')).toEqual({ kind: 'ended', by: 'crash' });
  expect(left()).toEqual([]);
});

test('a server that stops does not wait for it', async () => {
  const stopping = new AbortController();
  const running = run('run forever', {}, { signal: stopping.signal });
  setImmediate(() => stopping.abort(new Error('The server stops.')));
  await expect(running).rejects.toThrow('The server stops.');
  expect(left()).toEqual([]);
});

test('a program whose time is over while a storage sends nothing is not waited for, and not to blame', {
  tags: 'long',
}, async () => {
  const never = () => new Promise<void>(() => undefined);
  await expect(run('behave', { seconds: 6 }, { beforeRead: never })).rejects.toMatchObject({
    kind: 'unavailable',
  });
  expect(left()).toEqual([]);
});

test('a program that ends while its file is read from a slow storage is not waited for afterward', async () => {
  const stopping = new AbortController();
  const running = run(
    'behave',
    {},
    {
      signal: stopping.signal,
      async beforeRead() {
        stopping.abort(new Error('The server stops.'));
        await wait(500);
      },
    },
  );
  await expect(running).rejects.toThrow('The server stops.');
  expect(left()).toEqual([]);
});

test('it reads no other file, writes none, starts no program, and sees no secret', async () => {
  expect(await run('look')).toEqual({ kind: 'said', text: 'no no no MALLOC_ARENA_MAX' });
});
