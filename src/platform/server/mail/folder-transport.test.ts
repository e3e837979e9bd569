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
import type { Email } from './email.ts';
import { createMail } from './mail.ts';

const email: Email = { key: 'email-1', to: 'a@sawtooth.example', subject: 'Hello', text: 'Text.' };
const { signal } = new AbortController();
let dataFolder: string;

beforeEach(() => {
  dataFolder = mkdtempSync(path.join(os.tmpdir(), 'quad-mail-'));
  onTestFinished(() => rmSync(dataFolder, { recursive: true, force: true }));
});

const mailTo = (folder: string) =>
  createMail({
    dataFolder: folder,
    smtpUrl: null,
    mailBounces: null,
    from: 'quad@sawtooth.example',
    product: 'Quad',
  });
const files = () => readdirSync(path.join(dataFolder, 'mail'));

test('an email is a file that only this account can read, and the job says which', async () => {
  expect(await (await mailTo(dataFolder)).send(email, signal)).toBe(
    'Written to mail/email-1.eml in the data folder, because no mail server is configured.',
  );
  expect(files()).toEqual(['email-1.eml']);
  const file = path.join(dataFolder, 'mail', 'email-1.eml');
  expect(readFileSync(file, 'utf8')).toMatch(
    /\r\nFrom: Quad <quad@sawtooth\.example>\r\n[\s\S]*\r\n\r\nText\.\r\n/,
  );
  expect([statSync(file).mode & 0o777, statSync(path.dirname(file)).mode & 0o777]).toEqual([0o600, 0o700]);
});

test('the same email again, even at the same time, is one file', async () => {
  const mail = await mailTo(dataFolder);
  await Promise.all(Array.from({ length: 10 }, () => mail.send(email, signal)));
  await mail.send(email, signal);
  expect(files()).toEqual(['email-1.eml']);
});

test('a later email removes what a killed process left behind, and nothing else', async () => {
  const folder = path.join(dataFolder, 'mail');
  mkdirSync(folder);
  const longAgo = new Date(Date.now() - 61 * 60 * 1000);
  const old = ['.email-0.eml.0123abcd', '.email.eml.eml.ffffffff', 'email-0.eml', '.notes', '.a.eml.backup1'];
  for (const name of [...old, '.email-9.eml.0123abcd']) writeFileSync(path.join(folder, name), 'half an em');
  for (const name of old) utimesSync(path.join(folder, name), longAgo, longAgo);
  await (await mailTo(dataFolder)).send(email, signal);
  expect(files().toSorted()).toEqual(
    ['.a.eml.backup1', '.email-9.eml.0123abcd', '.notes', 'email-0.eml', 'email-1.eml'].toSorted(),
  );
});

test('a running portal looks for such files once an hour, and one that cannot be removed delays no email', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const mail = await mailTo(dataFolder);
  await mail.send(email, signal);
  writeFileSync(path.join(dataFolder, 'mail', '.email-2.eml.0123abcd'), 'half');
  vi.setSystemTime(Date.now() + 59 * 60 * 1000);
  await mail.send(email, signal);
  expect(files()).toContain('.email-2.eml.0123abcd');
  vi.setSystemTime(Date.now() + 5 * 60 * 1000);
  await mail.send(email, signal);
  expect(files()).toEqual(['email-1.eml']);
  mkdirSync(path.join(dataFolder, 'mail', '.email-3.eml.0123abcd'));
  vi.setSystemTime(Date.now() + 2 * 60 * 60 * 1000);
  expect(await mail.send(email, signal)).toMatch(/^Written to/);
});

test('emails are removed after a week, even if no other email comes', async () => {
  const mail = await mailTo(dataFolder);
  await mail.cleanUp();
  for (const key of ['old', 'new']) await mail.send({ ...email, key }, signal);
  const day = 24 * 60 * 60 * 1000;
  const age = (name: string, days: number) => {
    const time = new Date(Date.now() - days * day);
    utimesSync(path.join(dataFolder, 'mail', name), time, time);
  };
  age('old.eml', 7.1);
  age('new.eml', 6.9);
  await mail.cleanUp();
  expect(files()).toEqual(['new.eml']);
});

test('a folder that cannot be written is a failure that is tried again, and leaves nothing half-written', async () => {
  writeFileSync(path.join(dataFolder, 'mail'), 'in the way');
  const mail = await mailTo(dataFolder);
  const failure = await mail.send(email, signal).catch((error: unknown) => error);
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
  { replyTo: 'x\r\nBcc: a@b.example' },
  { thread: ['a b'] },
])('an email with %j is refused for good', async (wrong) => {
  const mail = await mailTo(dataFolder);
  const failure = await mail.send({ ...email, ...wrong }, signal).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'JobFailure', final: true });
  expect(readdirSync(dataFolder)).toEqual([]);
});
