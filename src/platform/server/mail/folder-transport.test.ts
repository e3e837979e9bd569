import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { JobFailure } from '../jobs/job-failure.ts';
import { createMail, type Letter } from './mail.ts';

const letter: Letter = { key: 'letter-1', to: 'a@sawtooth.example', subject: 'Hello', text: 'Text.' };
const { signal } = new AbortController();
let dataFolder: string;

beforeEach(() => {
  dataFolder = mkdtempSync(path.join(os.tmpdir(), 'quad-mail-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
});

const mailTo = (folder: string) =>
  createMail({ dataFolder: folder, smtpUrl: null, from: 'quad@sawtooth.example', product: 'Quad' });
const files = () => readdirSync(path.join(dataFolder, 'mail'));

test('a letter is a file that only this account can read, and the job says which', async () => {
  expect(await (await mailTo(dataFolder)).send(letter, signal)).toBe(
    'Written to mail/letter-1.eml in the data folder, because no mail server is configured.',
  );
  expect(files()).toEqual(['letter-1.eml']);
  const file = path.join(dataFolder, 'mail', 'letter-1.eml');
  expect(readFileSync(file, 'utf8')).toMatch(/^From: "Quad"[\s\S]*\r\n\r\nText\.\r\n$/);
  expect([statSync(file).mode & 0o777, statSync(path.dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
});

test('the same letter again, also at the same time, is one file', async () => {
  const mail = await mailTo(dataFolder);
  await Promise.all(Array.from({ length: 10 }, () => mail.send(letter, signal)));
  await mail.send(letter, signal);
  expect(files()).toEqual(['letter-1.eml']);
});

test('what a killed process was writing goes with a later letter, and nothing else does', async () => {
  const folder = path.join(dataFolder, 'mail');
  mkdirSync(folder);
  const longAgo = new Date(Date.now() - 61 * 60 * 1000);
  const old = [
    '.letter-0.eml.0123abcd',
    '.letter.eml.eml.ffffffff',
    'letter-0.eml',
    '.notes',
    '.a.eml.backup1',
  ];
  for (const name of [...old, '.letter-9.eml.0123abcd'])
    writeFileSync(path.join(folder, name), 'half a lett');
  for (const name of old) utimesSync(path.join(folder, name), longAgo, longAgo);
  await (await mailTo(dataFolder)).send(letter, signal);
  expect(files().toSorted()).toEqual(
    ['.a.eml.backup1', '.letter-9.eml.0123abcd', '.notes', 'letter-0.eml', 'letter-1.eml'].toSorted(),
  );
});

test('a running portal looks for such files once an hour, and one that cannot be removed holds no letter up', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const mail = await mailTo(dataFolder);
  await mail.send(letter, signal);
  writeFileSync(path.join(dataFolder, 'mail', '.letter-2.eml.0123abcd'), 'half');
  vi.setSystemTime(Date.now() + 59 * 60 * 1000);
  await mail.send(letter, signal);
  expect(files()).toContain('.letter-2.eml.0123abcd');
  vi.setSystemTime(Date.now() + 5 * 60 * 1000);
  await mail.send(letter, signal);
  expect(files()).toEqual(['letter-1.eml']);
  mkdirSync(path.join(dataFolder, 'mail', '.letter-3.eml.0123abcd'));
  vi.setSystemTime(Date.now() + 2 * 60 * 60 * 1000);
  expect(await mail.send(letter, signal)).toMatch(/^Written to/);
});

test('a folder that cannot be written is a failure that is tried again, and leaves nothing half-written', async () => {
  writeFileSync(path.join(dataFolder, 'mail'), 'in the way');
  const mail = await mailTo(dataFolder);
  const failure = await mail.send(letter, signal).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(JobFailure);
  expect(failure).toMatchObject({
    final: false,
    message: 'The email could not be written to the mail folder.',
  });
});

test.each([
  { key: '../../etc/passwd' },
  { key: 'a/b' },
  { key: '.hidden' },
  { key: 'a\0b' },
  { key: '' },
  { key: 'x>\r\nBcc: <y' },
  { to: 'a@b.example\r\nBcc: c@d.example' },
  { to: 'a@b.example, c@d.example' },
  { to: 'A <a@b.example>' },
  { to: 'a@b.example>\r\nRCPT TO:<c@d.example' },
  { to: 'ä@b.example' },
  { to: 'a@' },
  { to: '' },
])('a letter with %j is refused for good', async (wrong) => {
  const mail = await mailTo(dataFolder);
  const failure = await mail.send({ ...letter, ...wrong }, signal).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'JobFailure', final: true });
  expect(readdirSync(dataFolder)).toEqual([]);
});
