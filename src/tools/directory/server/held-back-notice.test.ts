import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { csvAlone } from '../../../platform/server/directory/merge.ts';
import { createTestServer } from '../../../platform/server/testing/test-server.ts';
import { discardRun, readDirectoryState } from '../contract.ts';
import { directoryServer } from './index.ts';
import { createSync } from './sync-job.ts';
import { college } from './testing/uploads.ts';

test('those who can confirm a change that is held back are notified once, however often it is read again', async ({
  onTestFinished,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'quad-directory-'));
  const server = await createTestServer({ tools: [directoryServer], variables: { QUAD_DATA: folder } });
  onTestFinished(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });
  const it = await server.signIn('it');
  await server.signIn('it2');
  await server.signIn('staff');
  const file = path.join(folder, 'people.csv');
  const { platform } = server.quad;
  const job = createSync(platform, file, { emailTrusted: platform.emailTrusted, precedence: csvAlone }, 1);
  const read = (content: string) => {
    writeFileSync(file, content);
    return job.run({}, {} as never);
  };
  const emails = () =>
    readdirSync(path.join(folder, 'mail')).map((name) =>
      readFileSync(path.join(folder, 'mail', name), 'utf8'),
    );
  const sentTo = () =>
    emails()
      .map((email) => /^To: <?([^>\r]+)/m.exec(email)?.[1])
      .toSorted();

  await read(college(40, ''));
  expect(await read(college(20, ''))).toContain('held back');
  expect(await read(college(20, ''))).toContain('held back');
  expect(await read(college(19, ''))).toContain('held back');
  const both = ['it2@sawtooth.example', 'it@sawtooth.example'];
  await vi.waitFor(() => expect(sentTo()).toEqual(both), { timeout: 20_000 });
  expect(emails()[0]).toContain('people (5');

  const waiting = (await it.send(readDirectoryState)).body.data.waiting;
  await it.send(discardRun, { params: { id: waiting?.id ?? '' } });
  await read(college(18, ''));
  await vi.waitFor(() => expect(sentTo()).toEqual([...both, ...both].toSorted()), { timeout: 20_000 });
});
