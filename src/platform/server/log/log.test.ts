import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLog } from './log.ts';

test('an address that an error repeats stays out of the log, and its stack stays readable', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'quad-log-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'server.log');
  const error = new Error('550 <jane.roe@sawtooth.example>: unknown, said mx@mail');
  openLog({ to: file, level: 'info' }).warn({ err: error }, 'job failed');
  const read = () => readFileSync(file, 'utf8');
  await expect.poll(read).toContain('job failed');
  expect(read()).toContain('550 <(address)>: unknown, said (address)');
  expect(read()).toContain('log.test.ts:');
  expect(read()).not.toMatch(/jane|mx@/);
});
