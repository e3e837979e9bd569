// A program that does what its file says, for the tests of the sandbox.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { runInside } from '../inside.ts';

const held: Uint8Array[] = [];
const tried = (what: () => unknown) => {
  try {
    what();
    return 'yes';
  } catch {
    return 'no';
  }
};

const deeds: Readonly<Record<string, () => string | Promise<string>>> = {
  behave: () => 'done',
  'run forever': () => {
    for (;;) held.length = 0;
  },
  'fill the memory': async () => {
    for (;;) {
      // Outside V8's heap, whose own limit does not count it.
      held.push(new Uint8Array(8 * 1024 * 1024).fill(1));
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  },
  'say too much': () => 'x'.repeat(2_000_000),
  crash: () => process.abort(),
  look: () =>
    [
      tried(() => readFileSync('/etc/hostname')),
      tried(() => writeFileSync('/tmp/quad-sandbox-was-here', '')),
      tried(() => execFileSync('true')),
      Object.keys(process.env).toSorted().join(','),
    ].join(' '),
};

await runInside(async ({ bytes, read }) => {
  const word = Buffer.from(await read(0, bytes)).toString();
  return (await deeds[word]?.()) ?? 'nothing';
});
