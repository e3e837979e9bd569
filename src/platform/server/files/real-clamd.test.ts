import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { testVirus } from './testing/clamd-server.ts';
import { paperCalls as calls, createPapers } from './testing/papers-tool.ts';
import { startRealClamd, whyNoClamd } from './testing/real-clamd.ts';

const reason = whyNoClamd();

test.skipIf(reason !== null)(
  `ClamAV finds a virus, even in an archive, and accepts no more than it reads${reason === null ? '' : ` (not here: ${reason})`}`,
  async ({ onTestFinished }) => {
    const clamd = await startRealClamd();
    const papers = await createPapers({ variables: { QUAD_CLAMD: clamd.socket } });
    onTestFinished(async () => {
      await papers.stop();
      await clamd.stop();
    });
    const send = (content: string | Uint8Array<ArrayBuffer>) =>
      papers.it.send(calls.addPaper, {
        body: { title: 'Plan' },
        files: { paper: { fileName: 'plan.txt', content } },
      });
    expect((await send('clean')).status).toBe(201);
    const archive = new Uint8Array(gzipSync(`some text ${testVirus}`));
    for (const content of [testVirus, `${'a'.repeat(900_000)}${testVirus}`, archive]) {
      const refused = await send(content);
      expect([refused.status, refused.body]).toMatchObject([
        400,
        { fields: { paper: 'plan.txt was not saved: the virus scanner found Quad.Test.UNOFFICIAL in it.' } },
      ]);
    }
    // Beyond what it reads of a file, of a file within an archive, and of a stream.
    const bomb = new Uint8Array(gzipSync(Buffer.alloc(1_500_000, 'a')));
    for (const content of ['a'.repeat(1_500_000), bomb, 'a'.repeat(3_000_000)]) {
      const refused = await send(content);
      expect([refused.status, refused.body]).toMatchObject([
        503,
        { detail: expect.stringContaining('too large for the virus scanner to check') },
      ]);
    }
    expect([papers.stored().length, (await papers.rows()).length]).toEqual([1, 1]);
  },
);
