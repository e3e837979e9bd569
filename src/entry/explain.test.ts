import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { MigrationError, refuseNewer } from '../platform/server/db/migrate.ts';
import { exitCodeOf } from './explain.ts';

function thrownBy(work: () => void): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('It did not throw.');
}

test('an older version on a newer database is not restarted, a migration that failed is', () => {
  const newer = thrownBy(() => refuseNewer('database', ['20270101T0000-later'], []));
  expect(exitCodeOf(newer)).toBe(78);
  expect(exitCodeOf(new MigrationError('It could not be brought up to date.', new Error('no room')))).toBe(1);
});

test('a mistyped option starts nothing and is named in one sentence', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'quad-options-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { PATH } = process.env;
  const data = path.join(folder, 'data');
  const server = path.resolve('src/entry/server.ts');
  for (const typed of ['--check-setings', 'check-settings']) {
    const { status, stderr } = spawnSync(process.execPath, [server, typed], {
      // Wrong settings, so that a start that ignores the option ends, too.
      env: { PATH, QUAD_DATA: data, PORT: 'none' },
      encoding: 'utf8',
    });
    expect(stderr).toMatch(new RegExp(`^[^\\n]*'${typed}'\\. Nothing was started\\.\\n$`));
    expect(status).toBe(78);
    expect(existsSync(data)).toBe(false);
  }
});
