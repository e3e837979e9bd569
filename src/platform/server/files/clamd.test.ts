import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createClamd } from './clamd.ts';
import { type ClamdManner, startClamdServer, testVirus } from './testing/clamd-server.ts';
import { paperCalls as calls, createPapers } from './testing/papers-tool.ts';

let clamd: Awaited<ReturnType<typeof startClamdServer>>;
let papers: Awaited<ReturnType<typeof createPapers>>;

beforeAll(async () => {
  clamd = await startClamdServer();
  papers = await createPapers({ variables: { QUAD_CLAMD: clamd.address, QUAD_CLAMD_LARGEST: '3 MB' } });
});
afterEach(() => {
  clamd.state.manner = 'scan';
});
afterAll(async () => {
  await papers.stop();
  await clamd.stop();
});

const send = (content: string) =>
  papers.it.send(calls.addPaper, {
    body: { title: 'Plan' },
    files: { paper: { fileName: 'plan.txt', content } },
  });
const kept = async () => [papers.stored().length, (await papers.rows()).length];

test('a file with a virus is refused at its field and leaves nothing; clean ones are accepted', async () => {
  const found = 'plan.txt was not saved: the virus scanner found Test.Virus-1 in it.';
  // In the middle, across the pieces in which a file is read.
  const hidden = `${'a'.repeat(1024 * 1024 - 10)}${testVirus}${'b'.repeat(1024 * 1024)}`;
  const before = await kept();
  for (const content of [testVirus, hidden]) {
    const refused = await send(content);
    expect([refused.status, refused.body]).toMatchObject([400, { fields: { paper: found } }]);
    expect(await kept()).toEqual(before);
  }
  const scanned = clamd.state.scanned;
  expect((await send('clean')).status).toBe(201);
  // What is only read into memory is not stored for anyone.
  const parsed = await papers.it.send(calls.parsePaper, {
    files: { paper: { fileName: 'a', content: testVirus } },
  });
  expect([parsed.status, clamd.state.scanned]).toEqual([200, scanned + 1]);
});

test('a file that is larger than what the scanner accepts is refused unread', async () => {
  const scanned = clamd.state.scanned;
  const refused = await send('a'.repeat(3 * 1024 * 1024 + 1));
  expect([refused.status, refused.body, clamd.state.scanned]).toMatchObject([
    413,
    { fields: { paper: 'plan.txt is larger than 3 MB.' } },
    scanned,
  ]);
});

test.each<[ClamdManner, string]>([
  ['limit', 'too large for the virus scanner to check'],
  ['alert on limit', 'too large for the virus scanner to check'],
  ['complain', "can't be checked for viruses right now"],
  ['hang up', "can't be checked for viruses right now"],
])('a scanner that does "%s" lets nothing pass: 503', async (manner, detail) => {
  clamd.state.manner = manner;
  const before = await kept();
  const refused = await send('a'.repeat(500_000));
  expect([refused.status, refused.body]).toMatchObject([503, { detail: expect.stringContaining(detail) }]);
  expect(await kept()).toEqual(before);
});

test('a scanner that is down causes uploads to be refused and nothing else, until it is back', async () => {
  const taken = await send('before');
  const before = await kept();
  await clamd.stop();
  const refused = await send('while it is away');
  expect([refused.status, refused.headers['retry-after'], await kept()]).toEqual([503, '60', before]);
  const params = { id: taken.body.data[0]?.id ?? '' };
  expect((await papers.it.send(calls.openPaper, { params })).text).toBe('before');
  clamd = await startClamdServer('scan', clamd.port);
  expect((await send('it is back')).status).toBe(201);
});

async function* content() {
  yield Buffer.from('a');
}
const { signal } = new AbortController();

test('a scanner that does not answer is given up on in time', async () => {
  clamd.state.manner = 'never answer';
  const address = { host: '127.0.0.1', port: clamd.port };
  const scanned = createClamd({ address, largest: 1_000, within: 100 }).scan(content(), signal);
  await expect(scanned).rejects.toThrow('it did not answer in time');
});

test('a scanner can also be reached by the path of its socket', async () => {
  const socketPath = path.join(os.tmpdir(), `quad-clamd-${process.pid}.sock`);
  const server = createServer((socket) => {
    socket.on('data', (piece) => {
      if (piece.subarray(-4).equals(Buffer.alloc(4))) socket.end('stream: OK\0');
    });
  });
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  onTestFinished(() => {
    server.close();
    rmSync(socketPath, { force: true });
  });
  const scanner = createClamd({ address: { path: socketPath }, largest: 1_000 });
  expect(await scanner.scan(content(), signal)).toEqual({ kind: 'clean' });
});
