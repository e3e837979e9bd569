import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createClamd } from './clamd.ts';
import { type ClamdManner, startClamdServer, testVirus } from './testing/clamd-server.ts';
import { paperCalls as calls, startPapers } from './testing/papers-tool.ts';

async function startClamd(manner?: ClamdManner) {
  const clamd = await startClamdServer(manner);
  onTestFinished(clamd.stop);
  return clamd;
}

async function papersWith(address: string, largest = '25 MB') {
  const papers = await startPapers({ variables: { QUAD_CLAMD: address, QUAD_CLAMD_LARGEST: largest } });
  const send = (content: string) =>
    papers.it.send(calls.addPaper, {
      body: { title: 'Plan' },
      files: { paper: { fileName: 'plan.txt', content } },
    });
  return { papers, send };
}

test('a file with a virus is refused at its field and leaves nothing; clean ones are taken', async () => {
  const clamd = await startClamd();
  const { papers, send } = await papersWith(clamd.address);
  const found = 'plan.txt was not saved: the virus scanner found Test.Virus-1 in it.';
  // In the middle, across the pieces in which a file is read.
  const hidden = `${'a'.repeat(1024 * 1024 - 10)}${testVirus}${'b'.repeat(1024 * 1024)}`;
  for (const content of [testVirus, hidden]) {
    const refused = await send(content);
    expect([refused.status, refused.body]).toMatchObject([400, { fields: { paper: found } }]);
    expect([papers.stored(), await papers.rows()]).toEqual([[], []]);
  }
  expect((await send('clean')).status).toBe(201);
  expect([papers.stored().length, clamd.state.scanned]).toEqual([1, 3]);
  // What is only read into memory is stored for no one.
  const parsed = await papers.it.send(calls.parsePaper, {
    files: { paper: { fileName: 'a', content: testVirus } },
  });
  expect([parsed.status, clamd.state.scanned]).toEqual([200, 3]);
});

test('a file that is larger than what the scanner takes is refused unread', async () => {
  const clamd = await startClamd();
  const { send } = await papersWith(clamd.address, '1 MB');
  const refused = await send('a'.repeat(1024 * 1024 + 1));
  expect([refused.status, refused.body, clamd.state.scanned]).toMatchObject([
    413,
    { fields: { paper: 'plan.txt is larger than 1 MB.' } },
    0,
  ]);
});

test.each<[ClamdManner, string]>([
  ['limit', 'more than the virus scanner can check'],
  ['alert on limit', 'more than the virus scanner can check'],
  ['complain', "can't be checked for viruses right now"],
  ['hang up', "can't be checked for viruses right now"],
])('a scanner that does "%s" lets nothing pass: 503', async (manner, detail) => {
  const clamd = await startClamd(manner);
  const { papers, send } = await papersWith(clamd.address);
  const refused = await send('a'.repeat(500_000));
  expect([refused.status, refused.body]).toMatchObject([503, { detail: expect.stringContaining(detail) }]);
  expect([papers.stored(), await papers.rows()]).toEqual([[], []]);
});

test('a scanner that is away refuses uploads and nothing else, until it is back', async () => {
  const clamd = await startClamd();
  const { papers, send } = await papersWith(clamd.address);
  const taken = await send('before');
  await clamd.stop();
  const refused = await send('while it is away');
  expect([refused.status, refused.headers['retry-after'], papers.stored().length]).toEqual([503, '60', 1]);
  const params = { id: taken.body.data[0]?.id ?? '' };
  expect((await papers.it.send(calls.openPaper, { params })).text).toBe('before');
});

test('a scanner that does not answer is given up in time', async () => {
  const { port } = await startClamd('never answer');
  const scanner = createClamd({ address: { host: '127.0.0.1', port }, largest: 1_000, within: 100 });
  async function* content() {
    yield Buffer.from('a');
  }
  const scanned = scanner.scan(content(), new AbortController().signal);
  await expect(scanned).rejects.toThrow('it did not answer in time');
});

test('a scanner is also reached by the path of its socket', async () => {
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
  const { send } = await papersWith(socketPath);
  expect((await send('clean')).status).toBe(201);
});
