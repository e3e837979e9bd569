import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readOrMakeSecret } from './secret-file.ts';

function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'quad-secret-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test('a secret is created once, only for its owner, and nothing else is left in the folder', () => {
  const folder = temporaryFolder();
  const secret = readOrMakeSecret(folder);
  expect(secret).toHaveLength(43);
  expect(readOrMakeSecret(folder)).toBe(secret);
  expect(readdirSync(folder)).toEqual(['secret']);
  expect(statSync(path.join(folder, 'secret')).mode & 0o777).toBe(0o600);
});

test.each(['', '\n', 'cut off'])('a secret of %j is not used', (written) => {
  const folder = temporaryFolder();
  writeFileSync(path.join(folder, 'secret'), written);
  expect(() => readOrMakeSecret(folder)).toThrow(`${folder}/secret: It is empty or cut off`);
});

test('a folder that cannot be written is explained in a sentence', () => {
  const folder = path.join(temporaryFolder(), 'data');
  expect(() => readOrMakeSecret(folder)).toThrow(
    `The data folder ${folder} cannot be created or written by the user who starts Quad: change its owner`,
  );
});

// A limit on the size of a file fails a write halfway, as a full disk does.
test('a first start that cannot write the secret leaves none', () => {
  const folder = temporaryFolder();
  const file = path.resolve('src/platform/server/secrets/secret-file.ts');
  const program = `import { readOrMakeSecret } from ${JSON.stringify(file)};
    process.on('SIGXFSZ', () => undefined);
    readOrMakeSecret(${JSON.stringify(folder)});`;
  const command = [
    '-c',
    'ulimit -f 0; exec "$@"',
    'sh',
    process.execPath,
    '--input-type=module',
    '-e',
    program,
  ];
  const { status, stderr } = spawnSync('sh', command, { encoding: 'utf8' });
  expect([status, stderr]).toEqual([1, expect.stringContaining('EFBIG')]);
  expect(readdirSync(folder)).toEqual([]);
});
