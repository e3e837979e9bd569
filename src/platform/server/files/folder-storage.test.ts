import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { paperCalls as calls, startPapers } from './testing/papers-tool.ts';

test.each([
  ['an empty folder, as where a share is not mounted', (folder: string) => mkdirSync(folder)],
  ['a folder without files', (folder: string) => mkdirSync(`${folder}/.incoming`, { recursive: true })],
  ['nothing', () => undefined],
  ['a share that is gone', (folder: string) => symlinkSync('/nowhere/at/all', folder)],
  ['something else', (folder: string) => writeFileSync(folder, '')],
])(
  'with %s instead of the files, uploads and downloads wait for them, and none is lost',
  async (_what, put) => {
    const papers = await startPapers();
    const folder = papers.filesFolder;
    const send = (title: string) =>
      papers.it.send(calls.addPaper, {
        body: { title },
        files: { paper: { fileName: 'plan.txt', content: title } },
      });
    const { body } = await send('before');
    const params = { id: body.data[0]?.id ?? '' };
    const open = () => papers.it.send(calls.openPaper, { params });

    renameSync(folder, `${folder}-away`);
    put(folder);
    const detail = expect.stringContaining('The storage for files is not available right now.');
    for (const refused of [await send('in the meantime'), await open(), await send('again')])
      expect([refused.status, refused.body]).toMatchObject([503, { detail }]);
    expect((await papers.server.quad.app.inject('/health/ready')).statusCode).toBe(200);

    rmSync(folder, { recursive: true, force: true });
    renameSync(`${folder}-away`, folder);
    expect((await open()).text).toBe('before');
    expect((await send('after')).status).toBe(201);
    expect(await papers.rows()).toHaveLength(2);
  },
);

test('files that are lost for good are given up with a folder for new ones', async () => {
  const papers = await startPapers();
  const send = (title: string) =>
    papers.it.send(calls.addPaper, {
      body: { title },
      files: { paper: { fileName: 'plan.txt', content: title } },
    });
  const { body } = await send('before');
  rmSync(papers.filesFolder, { recursive: true });
  expect((await send('new')).status).toBe(503);
  mkdirSync(`${papers.filesFolder}/00`, { recursive: true });
  expect((await send('new')).status).toBe(201);
  const lost = await papers.it.send(calls.openPaper, { params: { id: body.data[0]?.id ?? '' } });
  expect(lost.status).toBe(410);
});
