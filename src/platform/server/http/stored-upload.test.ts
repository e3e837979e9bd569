import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paperCalls as calls, createPapers, startPapers } from '../files/testing/papers-tool.ts';
import { connectionLimits } from './limits.ts';
import { openWire } from './testing/wire.ts';

type Papers = Awaited<ReturnType<typeof createPapers>>;

/** Of the tests that leave nothing in the storage. */
let papers: Papers;
beforeAll(async () => {
  papers = await createPapers();
});
afterAll(() => papers.stop());

const text = (content: string, fileName = 'plan.txt') => ({ paper: { fileName, content } });
const send = ({ it }: Papers, title: string, files: ReturnType<typeof text>, headers = {}) =>
  it.send(calls.addPaper, { body: { title }, files, headers });

/** The beginning of a request on a wire; the rest of its body is the caller's. */
function begin(papers: Papers, length: number, body: string): string {
  const headers = [
    'POST /api/papers HTTP/1.1',
    'Host: localhost',
    'Sec-Fetch-Site: same-origin',
    `Cookie: ${papers.cookie()}`,
    'Content-Type: multipart/form-data; boundary=x',
    `Content-Length: ${length}`,
  ];
  return `${headers.join('\r\n')}\r\n\r\n${body}`;
}
const head =
  '--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nPlan\r\n--x\r\ncontent-disposition: form-data; name="paper"; filename="plan.bin"\r\n\r\n';
const tail = '\r\n--x--\r\n';

test('a stored file is on the disk under a name of our own before its row is there, for no one else to read', async () => {
  const papers = await startPapers();
  const content = randomBytes(3 * 1024 * 1024);
  const { status, body } = await papers.it.send(calls.addPaper, {
    body: { title: 'Plan' },
    files: {
      paper: {
        fileName: '../Prüfung \u202e.bin',
        content: new Uint8Array(content),
        contentType: 'text/html',
      },
    },
  });
  expect(status).toBe(201);
  // The parser takes the path away; what a person called the file stays as one sees it.
  expect(body.data).toMatchObject([
    { bytes: content.length, contentType: 'application/octet-stream', fileName: 'Prüfung .bin' },
  ]);
  const [name = ''] = await papers.rows();
  expect(papers.stored()).toEqual([`${name.slice(0, 2)}/${name}`]);
  const file = path.join(papers.filesFolder, name.slice(0, 2), name);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(createHash('sha256').update(readFileSync(file)).digest()).toEqual(
    createHash('sha256').update(content).digest(),
  );
});

test('the name of a file is stored in NFC, and its length is that of NFC', async () => {
  const papers = await startPapers();
  const fileName = `${'\u1112\u1161\u11ab'.repeat(80)}.txt`;
  const { body } = await send(papers, 'Plan', text('abc', fileName));
  expect(body.data).toMatchObject([{ fileName: `${'\ud55c'.repeat(80)}.txt` }]);
});

test('a file with quotation marks in its name keeps them', async () => {
  const papers = await startPapers();
  const { body } = await send(papers, 'Plan', text('abc', 'Notes on "Beloved".txt'));
  expect(body.data).toMatchObject([{ fileName: 'Notes on "Beloved".txt' }]);
});

test('text fields may come after the file', async () => {
  const papers = await startPapers();
  const payload = `--x\r\ncontent-disposition: form-data; name="paper"; filename="a.txt"\r\n\r\nabc\r\n--x\r\ncontent-disposition: form-data; name="title"\r\n\r\nPlan\r\n--x--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  expect((await papers.it.fetch('POST', '/api/papers', { payload, headers })).status).toBe(201);
});

describe('what is refused leaves nothing behind:', () => {
  const large = 'x'.repeat(4 * 1024 * 1024 + 1);
  const png = {
    paper: { fileName: 'a.txt', content: 'a' },
    picture: { fileName: 'a.png', content: '<svg/>' },
  };
  test.each([
    ['no file', {}, 400, { paper: 'Choose a file.' }],
    ['an empty file', text(''), 400, { paper: 'plan.txt is empty.' }],
    ['a large one', text(large), 413, { paper: 'plan.txt is larger than 4 MB.' }],
    [
      'a type that is not allowed',
      png,
      415,
      { picture: "a.png can't be used here: its content is image/svg+xml." },
    ],
    [
      'a name of 300 characters',
      text('a', 'n'.repeat(300)),
      400,
      { paper: expect.stringContaining('too long') },
    ],
    [
      'a name with a letter of 31 accents',
      text('a', `e${'\u0301'.repeat(31)}`),
      400,
      { paper: expect.stringContaining('too many accents') },
    ],
    ['a name of nothing', text('a', '\u200b'), 400, { paper: 'This file has no name.' }],
  ])('%s', async (_what, files, status, fields) => {
    const refused = await papers.it.send(calls.addPaper, { body: { title: 'Plan' }, files });
    expect([refused.status, refused.body]).toMatchObject([status, { fields }]);
    expect([papers.stored(), await papers.rows()]).toEqual([[], []]);
  });

  test('a change that is refused or fails after it has adopted the file', async () => {
    const papers = await startPapers();
    expect((await send(papers, 'Refuse', text('abc'))).status).toBe(409);
    expect([papers.stored(), await papers.rows()]).toEqual([[], []]);
    // Whether a commit that failed was one is not known here: the nightly job looks.
    expect((await send(papers, 'Break', text('abc'))).status).toBe(500);
    expect(await papers.rows()).toEqual([]);
  });

  test("a file that could not be examined, which is not its sender's mistake", async () => {
    expect((await send(papers, 'Plan', text('abc', 'break.txt'))).status).toBe(500);
    expect([papers.stored(), await papers.rows()]).toEqual([[], []]);
  });

  test.each([
    ['breaks off in a file', `${head}abc`],
    ['breaks off in the name of a part', `${head}abc\r\n--x\r\ncontent-dis`],
    ['has no boundary', 'abc'],
    [
      'has a name that is not UTF-8',
      Buffer.from(`${head.replace('plan.bin', 'pl\xe4n')}abc${tail}`, 'latin1'),
    ],
    [
      'has 61 parts',
      `${'--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n'.repeat(61)}${head}abc${tail}`,
    ],
  ])('a form that %s', async (_what, payload) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const { status } = await papers.it.fetch('POST', '/api/papers', { payload, headers });
    expect([400, 413]).toContain(status);
    expect(papers.stored()).toEqual([]);
  });

  test('a full disk is 507, and everything else continues', async () => {
    const papers = await startPapers({ variables: { QUAD_FILES_KEEP_FREE: '999999 TB' } });
    const refused = await send(papers, 'Plan', text('abc'));
    expect([refused.status, papers.stored()]).toEqual([507, []]);
    const parsed = await papers.it.send(calls.parsePaper, { files: text('abc') });
    expect([parsed.body, papers.stored()]).toEqual([{ data: { bytes: 3 } }, []]);
  });
});

test('a wrong text before the file is reported before the file has arrived, and so is a length beyond the limit', async () => {
  const address = await papers.server.listen();
  const wrong = await openWire(address);
  wrong.write(begin(papers, 3_000_000, `${head.replace('Plan', ' ')}abc`));
  expect(await wrong.until('This is required.')).toMatch(/^HTTP\/1.1 400 /);
  const long = await openWire(address);
  long.write(begin(papers, 900_000_000, head));
  expect(await long.until('Send at most 5 MB')).toMatch(/^HTTP\/1.1 413 /);
  expect(papers.stored()).toEqual([]);
  wrong.socket.destroy();
  long.socket.destroy();
});

describe('an Idempotency-Key', () => {
  test('stores a file once, holds no transaction while it arrives, and refuses another file', async () => {
    const papers = await startPapers();
    const key = { 'idempotency-key': randomUUID() };
    const first = await send(papers, 'Plan', text('abc'), key);
    const again = await send(papers, 'Plan', text('abc'), key);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect([papers.stored().length, (await papers.rows()).length]).toEqual([1, 1]);
    expect((await send(papers, 'Plan', text('abd'), key)).status).toBe(409);
    expect(papers.stored()).toHaveLength(1);

    const wire = await openWire(await papers.server.listen());
    const keyed = begin(papers, 3_000_000, `${head}abc`).replace(
      'Host:',
      `Idempotency-Key: ${randomUUID()}\r\nHost:`,
    );
    wire.write(keyed);
    await expect.poll(papers.stored).toHaveLength(2);
    const { rows } = await papers.server.database.pool.query(
      `select query from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()`,
    );
    expect(rows).toEqual([]);
    wire.socket.destroy();
  });
});

describe('an upload', () => {
  // An upload is allowed as long as it keeps the rate; a form has 0.8 seconds in total.
  const limits = { request: 800, rate: { bytes: 20_000, within: 600 }, checkEvery: 50, silence: 30_000 };

  async function trickle(address: string, papers: Papers, piece: number, total: number) {
    const wire = await openWire(address);
    wire.write(begin(papers, head.length + total + tail.length, head));
    let sent = 0;
    const timer = setInterval(() => {
      const now = Math.min(piece, total - sent);
      if (now === 0) return;
      wire.write('b'.repeat(now));
      sent += now;
      if (sent === total) wire.write(tail);
    }, 20);
    return { wire, stop: () => clearInterval(timer) };
  }

  test('may take longer than other requests, but no slower than the rate', async () => {
    const papers = await startPapers({ limits });
    const address = await papers.server.listen();
    const { wire, stop } = await trickle(address, papers, 4_000, 300_000);
    expect(await wire.until('plan.bin')).toMatch(/^HTTP\/1.1 201 /);
    stop();
    wire.socket.destroy();
    const slow = await trickle(address, papers, 10, 300_000);
    expect(await slow.wire.end()).toMatch(/^HTTP\/1.1 408 /);
    slow.stop();
    await expect.poll(papers.stored).toHaveLength(1);
  });

  test('whose client leaves halfway leaves nothing, thirty times over', { tags: 'long' }, async () => {
    const papers = await startPapers();
    const address = await papers.server.listen();
    const { workedOn } = connectionLimits.uploads;
    for (let left = 0; left < 30; left += workedOn) {
      const wires = await Promise.all(Array.from({ length: workedOn }, () => openWire(address)));
      for (const wire of wires) wire.write(begin(papers, 3_000_000, `${head}${'a'.repeat(300_000)}`));
      await expect.poll(() => papers.stored().length).toBe(workedOn);
      for (const wire of wires) wire.socket.resetAndDestroy();
      await expect.poll(papers.stored, { timeout: 5_000 }).toEqual([]);
    }
  });

  test('is refused at its end, and leaves nothing, when its session was ended halfway', async () => {
    const papers = await startPapers();
    const wire = await openWire(await papers.server.listen());
    const content = 'a'.repeat(300_000);
    wire.write(begin(papers, head.length + 2 * content.length + tail.length, `${head}${content}`));
    await expect.poll(papers.stored).toHaveLength(1);
    await papers.server.database.pool.query('delete from sessions');
    await setTimeout(1_100);
    wire.write(`${content}${tail}`);
    expect(await wire.until('\r\n\r\n')).toMatch(/^HTTP\/1.1 401 /);
    await expect.poll(papers.stored).toEqual([]);
    expect(await papers.rows()).toEqual([]);
    wire.socket.destroy();
  });

  test('that cannot end before the server stops is told to try again, and leaves nothing', async () => {
    const papers = await startPapers({ limits: { drainIdle: 0, drainBusy: 1_500 } });
    const wire = await openWire(await papers.server.listen());
    wire.write(begin(papers, 3_000_000, `${head}abc`));
    await expect.poll(papers.stored).toHaveLength(1);
    const stopped = papers.halt();
    expect(await wire.until('restarted')).toMatch(/^HTTP\/1.1 503 .*retry-after: 5/s);
    await stopped;
    expect(papers.stored()).toEqual([]);
  });
});
