import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
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
  expect(await mailTo(dataFolder).send(letter, signal)).toBe(
    'Written to mail/letter-1.eml in the data folder, since no mail server is configured.',
  );
  expect(files()).toEqual(['letter-1.eml']);
  const file = path.join(dataFolder, 'mail', 'letter-1.eml');
  expect(readFileSync(file, 'utf8')).toMatch(/^From: "Quad"[\s\S]*\r\n\r\nText\.\r\n$/);
  expect([statSync(file).mode & 0o777, statSync(path.dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
});

test('the same letter again, also at the same time, is one file', async () => {
  const mail = mailTo(dataFolder);
  await Promise.all(Array.from({ length: 10 }, () => mail.send(letter, signal)));
  await mail.send(letter, signal);
  expect(files()).toEqual(['letter-1.eml']);
});

test('a folder that cannot be written is a failure that is tried again, and leaves nothing half-written', async () => {
  writeFileSync(path.join(dataFolder, 'mail'), 'in the way');
  const failure = await mailTo(dataFolder)
    .send(letter, signal)
    .catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(JobFailure);
  expect(failure).toMatchObject({
    final: false,
    message: 'The letter could not be written into the mail folder.',
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
  const failure = await mailTo(dataFolder)
    .send({ ...letter, ...wrong }, signal)
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'JobFailure', final: true });
  expect(readdirSync(dataFolder)).toEqual([]);
});
