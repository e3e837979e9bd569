import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { listWaiting } from '../../../platform/contract/waiting.ts';
import { csvAlone } from '../../../platform/server/directory/merge.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import * as calls from '../contract.ts';
import { directoryServer } from './index.ts';
import { directorySeed } from './seed.ts';
import { createSync } from './sync-job.ts';
import { college, header, students, uploadsBy } from './testing/uploads.ts';

let server: TestServer;
let it: TestClient;

beforeAll(async () => {
  server = await createTestServer({ tools: [directoryServer] });
  it = await server.signIn('it');
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.database.pool.query('delete from directory_runs; delete from directory_records');
});

const { confirm, apply } = uploadsBy(() => it);
const state = async () => (await it.send(calls.readDirectoryState)).body.data;
const applying = () => ({
  emailTrusted: server.quad.platform.emailTrusted,
  precedence: csvAlone,
});

function scheduled() {
  const folder = mkdtempSync(path.join(tmpdir(), 'quad-directory-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'people.csv');
  const job = createSync(server.quad.platform, file, applying(), 20);
  const run = () => job.run({}, {} as never);
  // Under its name at once: two looks at a file that is written in place could both find it empty.
  const put = (content: string) => {
    writeFileSync(`${file}.new`, content);
    renameSync(`${file}.new`, file);
  };
  return { run, put };
}

test('a scheduled file is applied automatically, and read again only when it has changed', async () => {
  const { put, run } = scheduled();
  put(college(50));
  expect(await run()).toBe('Added 50, changed 0, gone 0, of 50 people.');
  expect(await run()).toBe('The file has not changed.');
  await apply(college(100));
  put(college(60));
  expect(await run()).toBe('Added 0, changed 0, gone 40, of 60 people.');
});

test('a scheduled file that is being written is read when it is complete', async () => {
  const { put, run } = scheduled();
  await apply(college(400));
  const whole = college(390);
  const lines = whole.split('\n');
  let written = 360;
  const write = (text: () => string) => {
    const writer = setInterval(() => {
      written += 5;
      put(text());
    }, 5);
    onTestFinished(() => clearInterval(writer));
    put(text());
    return () => clearInterval(writer);
  };
  const endFile = write(() => (written < lines.length ? `${lines.slice(0, written).join('\n')}\n` : whole));
  expect(await run()).toBe('Added 0, changed 0, gone 10, of 390 people.');
  endFile();
  write(() => college(written));
  await expect(run()).rejects.toThrow('still being written');
  expect((await state()).employees).toBe(390);
});

test('demo data is applied without a reason to check it, and other readings keep theirs', async () => {
  const { put, run } = scheduled();
  put('');
  await run();
  await directorySeed.run({ platform: server.quad.platform, count: 500 } as never);
  const { body } = await it.send(calls.listRuns, { query: { page: 1 } });
  expect(body.data).toMatchObject([
    { state: 'applied', added: 500, reason: null },
    { state: 'failed', reason: 'This file is empty.' },
  ]);
});

test.each([
  [college(400, 'Domain-Staff'), college(349, 'Domain-Staff'), '51 of 400 people (12%) would be removed.'],
  [college(400, 'Domain-Staff'), college(400, ''), 'The group Domain-Staff would go from 400 to 0 members.'],
  [college(40, ''), college(20, ''), '20 of 40 people (50%) would be removed.'],
  [
    college(400, '') + students(5_000),
    header + students(5_000),
    '400 of 400 employees (100%) would be removed or become students.',
  ],
  [
    college(60, '') + students(3_000),
    college(60, '').replaceAll('employee', 'student') + students(3_000),
    '60 of 60 employees (100%) would be removed or become students.',
  ],
  [college(900, '') + students(80), college(900, ''), '80 of 80 students (100%) would be removed.'],
  [
    college(40, '').replaceAll('employee', 'student'),
    college(40, ''),
    '40 of 40 students would become employees, whom everyone sees.',
  ],
  [
    college(12, ''),
    college(18, ''),
    '6 people would be added as employees in addition to the current 12, whom everyone sees.',
  ],
  [
    college(400, '') + students(2_000),
    college(400, '') + students(2_000, 60),
    '60 people would be added as employees in addition to the current 400, whom everyone sees.',
  ],
])('one that loses or shows too many is held back until IT confirms it', async (before, after, reason) => {
  const { put, run } = scheduled();
  await apply(before);
  const { employees, students } = await state();
  put(after);
  expect(await run()).toContain('held back');
  expect(await state()).toMatchObject({ employees, students, waiting: { reason } });
  const waits = (await it.send(listWaiting)).body.data;
  expect(waits).toMatchObject([{ title: 'Confirm or discard a change of the directory', about: reason }]);
  await confirm((await state()).waiting ?? { id: '', gone: 0 });
  expect((await state()).waiting).toBeNull();
});

test('one that adds the first employees is held back if there are many, and one with students or few is not', async () => {
  const { put, run } = scheduled();
  put(header + students(3_000));
  expect(await run()).toContain('Added 3000');
  put(college(50, '') + students(3_000));
  expect(await run()).toContain('Added 50');
  put(header + students(3_000));
  await run();
  await confirm((await state()).waiting ?? { id: '', gone: 0 });
  // They were employees before.
  put(college(50, '') + students(3_000));
  expect(await run()).toContain('Added 50');
  await server.database.pool.query('delete from directory_runs; delete from directory_records');
  put(college(51, ''));
  expect(await run()).toContain('held back');
  const reason = '51 people would be added as employees, whom everyone sees.';
  expect(await state()).toMatchObject({ employees: 0, waiting: { reason, added: 51 } });
  expect(await run()).toContain('held back');
  // What no one sees needs no review.
  put(college(51, '').replaceAll(',no\n', ',yes\n'));
  expect(await run()).toContain('Added 51');
});

const withheld = (confidential: readonly string[]) =>
  header +
  [...confidential, 'no', 'no', 'no']
    .map((word, index) => `E${index},Ada,Number${index},employee,,Library,,${word}\n`)
    .filter((line) => !line.endsWith('gone\n'))
    .join('');

test('one that no longer hides all confidential people, or half of many, is held back', async () => {
  const { put, run } = scheduled();
  const reason = async () => (await state()).waiting?.reason;
  put(withheld(['yes', 'yes']));
  await run();
  put(withheld(['yes', 'yes']).replaceAll(/,(confidential|yes|no)\n/g, '\n'));
  expect(await run()).toContain('held back');
  expect(await reason()).toBe('2 of 2 people would no longer be confidential.');
  put(withheld(['yes', 'no']));
  expect(await run()).toBe('Added 0, changed 1, gone 0, of 5 people.');
  put(withheld(['yes', 'yes', 'yes', 'yes', 'yes', 'yes', 'yes']));
  await run();
  put(withheld(['no', 'no', 'no', 'yes', 'yes', 'yes', 'yes']));
  expect(await run()).toContain('changed 3');
  put(withheld(['yes', 'yes', 'yes', 'yes', 'yes', 'yes', 'yes']));
  await run();
  put(withheld(['no', 'no', 'no', 'no', 'yes', 'yes', 'yes']));
  expect(await run()).toContain('held back');
  expect(await reason()).toBe('4 of 7 people would no longer be confidential.');
  // Those who leave are shown to no one.
  put(withheld(['yes', 'yes', 'no', 'gone', 'gone', 'gone', 'gone']));
  expect(await run()).toBe('Added 0, changed 1, gone 4, of 6 people.');
});

test('one that is broken, empty, or gone changes nothing, and the page says why', async () => {
  const { put, run } = scheduled();
  put(college(10));
  await run();
  put(`${header}E1,Ada`);
  expect(await run()).toContain('mistakes');
  const last = async () => (await it.send(calls.listRuns, { query: { page: 1 } })).body.data[0];
  expect(await last()).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(
      /^Row 2, familyName: The family name is missing\. \(\d+ mistakes in all\)$/,
    ),
  });
  put('');
  expect(await run()).toContain('mistakes');
  expect(await last()).toMatchObject({ state: 'failed', reason: 'This file is empty.' });
  const missing = createSync(server.quad.platform, '/nowhere/people.csv', applying());
  await expect(missing.run({}, {} as never)).rejects.toThrow('cannot be read');
  expect((await state()).employees).toBe(10);
});
