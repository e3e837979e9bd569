import { CreateMultipartUploadCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { S3Setting } from '../settings/s3-setting.ts';
import { createS3Storage } from './s3-storage.ts';
import { paperCalls as calls, createPapers, startPapers } from './testing/papers-tool.ts';
import { type S3Manner, startS3Server } from './testing/s3-server.ts';

let s3: Awaited<ReturnType<typeof startS3Server>>;
let papers: Awaited<ReturnType<typeof createPapers>>;
const name = 'a'.repeat(32);

beforeAll(async () => {
  s3 = await startS3Server();
  papers = await createPapers({ variables: s3.variables });
});
afterEach(() => {
  s3.state.manner = 'serve';
});
afterAll(async () => {
  await papers.stop();
  await s3.stop();
});

const send = (content: string) =>
  papers.it.send(calls.addPaper, {
    body: { title: 'Plan' },
    files: { paper: { fileName: 'plan.txt', content } },
  });
const objects = async () => Array.fromAsync((await createS3Storage(s3.setting)).list());
const kept = async () => [(await objects()).length, (await papers.rows()).length, papers.stored().length];

test('files go to the bucket and nowhere else, and can be read back', async () => {
  const [objectsBefore = 0, rowsBefore = 0, storedBefore] = await kept();
  const taken = await send('in the bucket');
  const params = { id: taken.body.data[0]?.id ?? '' };
  const opened = await papers.it.send(calls.openPaper, { params });
  expect([taken.status, opened.status, opened.text, await kept()]).toEqual([
    201,
    200,
    'in the bucket',
    [objectsBefore + 1, rowsBefore + 1, storedBefore],
  ]);
});

test.each<[S3Manner, number, string]>([
  ['hang up', 503, 'The storage for files is not available right now.'],
  ['full', 507, 'There is no room for more files right now.'],
])(
  'a storage that does "%s" refuses uploads with %d and nothing else, until it is back',
  async (manner, status, detail) => {
    const { body } = await send('before');
    const params = { id: body.data[0]?.id ?? '' };
    const before = await kept();
    s3.state.manner = manner;
    const refused = await send('while it is away');
    expect([refused.status, refused.body]).toMatchObject([
      status,
      { detail: expect.stringContaining(detail) },
    ]);
    const opened = await papers.it.send(calls.openPaper, { params });
    expect(opened.status).toBe(manner === 'full' ? 200 : 503);
    const ready = await papers.server.quad.app.inject('/health/ready');
    expect(ready.statusCode).toBe(200);
    s3.state.manner = 'serve';
    expect(await kept()).toEqual(before);
    expect((await papers.it.send(calls.openPaper, { params })).text).toBe('before');
    expect((await send('it is back')).status).toBe(201);
  },
);

test("a hundred slow downloads don't keep anyone from storing and reading", { tags: 'long' }, async () => {
  const storage = await createS3Storage({ ...s3.setting, within: { answer: 2_000 } });
  const put = async (to: string, content: Buffer) => {
    const writer = await storage.create(to);
    await writer.write(content);
    await writer.finish();
  };
  await put(name, Buffer.alloc(1_000_000));
  const slow = Array.from({ length: 100 }, () => storage.read(name));
  for (const reader of slow) await reader.next();
  await put('b'.repeat(32), Buffer.from('small'));
  expect(String((await storage.read('b'.repeat(32)).next()).value)).toBe('small');
  for (const reader of slow) await reader.return();
  for (const one of [name, 'b'.repeat(32)]) await storage.remove(one);
});

test('a storage that does not answer, or stops midway, is given up on in time', async () => {
  const storage = await createS3Storage({ ...s3.setting, within: { answer: 150 } });
  const put = async () => {
    const writer = await storage.create(name);
    await writer.write(Buffer.from('some bytes'));
    await writer.finish();
  };
  await put();
  s3.state.manner = 'never answer';
  await expect(put()).rejects.toThrow('The storage for files is not available right now.');
  await expect(storage.read(name).next()).rejects.toThrow(
    'The storage for files is not available right now.',
  );
  s3.state.manner = 'stop in the middle';
  await expect(Array.fromAsync(storage.read(name))).rejects.toMatchObject({
    kind: 'unavailable',
    details: { cause: { message: expect.stringContaining('S3 stopped sending') } },
  });
});

test.each<[S3Manner, string]>([
  ['hang up', 'unavailable'],
  ['full', 'no-space'],
])('an upload in parts to a storage that does "%s" is refused midway', async (manner, kind) => {
  const storage = await createS3Storage(s3.setting);
  const writer = await storage.create(name);
  s3.state.manner = manner;
  const write = async () => {
    for (let piece = 0; piece < 300; piece += 1) await writer.write(Buffer.alloc(64 * 1024));
  };
  await expect(write()).rejects.toMatchObject({ kind });
  s3.state.manner = 'serve';
  await writer.discard();
});

test('an upload in parts to a storage that falls silent is refused once, and its sender waits no longer', async () => {
  const storage = await createS3Storage({ ...s3.setting, within: { answer: 60_000, whole: 300 } });
  const upload = async (pieces: number) => {
    const writer = await storage.create(name);
    for (let piece = 0; piece < pieces; piece += 1) {
      await writer.write(Buffer.alloc(1024 * 1024));
      if (piece === 12) s3.state.manner = 'never answer';
    }
    await writer.finish().finally(() => writer.discard());
  };
  const late = {
    kind: 'unavailable',
    details: { cause: { message: expect.stringContaining('0.3 seconds') } },
  };
  for (const pieces of [14, 40]) {
    await expect(upload(pieces)).rejects.toMatchObject(late);
    s3.state.manner = 'serve';
  }
  // Parts that the sender's own attempts to remove them have not reached are left for the nightly job.
  const removeAll = () => storage.removeAbandoned(new Date(Date.now() + 60_000));
  await removeAll();
  expect(await removeAll()).toBe(0);
});

test('two instances remove what was abandoned at the same time, and neither fails', async () => {
  const storage = await createS3Storage(s3.setting);
  const client = clientOf(s3.setting);
  for (const last of ['1', '2', '3']) {
    const one = `${name.slice(0, -1)}${last}`;
    const Key = `${one.slice(0, 2)}/${one}`;
    await client.send(new CreateMultipartUploadCommand({ Bucket: s3.setting.bucket, Key }));
  }
  client.destroy();
  const removeAll = () => storage.removeAbandoned(new Date(Date.now() + 60_000));
  const removed = await Promise.all([removeAll(), removeAll()]);
  expect(removed.reduce((sum, count) => sum + count)).toBe(3);
  expect(await removeAll()).toBe(0);
});

test('only a few megabytes of what a storage says are read, and its end is not waited for', async () => {
  const storage = await createS3Storage({ ...s3.setting, within: { whole: 1_000 } });
  const list = () => Array.fromAsync(storage.list());
  const saying = (message: string) => ({ details: { cause: { message: expect.stringContaining(message) } } });
  s3.state.manner = 'say too much';
  for (const ask of [list, () => storage.remove(name), () => storage.read(name).next()])
    await expect(ask()).rejects.toMatchObject(saying('S3 sent more than 8388608 bytes'));
  s3.state.manner = 'say a byte at a time';
  for (const ask of [list, () => storage.remove(name)])
    await expect(ask()).rejects.toMatchObject(saying('S3 did not come to the end'));
});

test('a server that stops does not wait for a storage that does not answer', async () => {
  const limits = { drainIdle: 0, drainBusy: 1_500 };
  const own = await startPapers({ variables: s3.variables, limits });
  const address = await own.server.listen();
  s3.state.manner = 'never answer';
  s3.state.ignored = 0;
  const body = new FormData();
  body.set('title', 'Plan');
  body.set('paper', new Blob(['some bytes']), 'plan.txt');
  const headers = { cookie: own.cookie(), origin: 'http://localhost:3000' };
  const sent = fetch(`${address}/api/papers`, { method: 'POST', headers, body });
  await expect.poll(() => s3.state.ignored).toBe(1);
  const began = performance.now();
  const [answer] = await Promise.all([sent, own.halt()]);
  // Waiting for the storage alone would take twice 25 seconds.
  expect(performance.now() - began).toBeLessThan(15_000);
  expect(answer.status).toBe(503);
});

test('a download that breaks off before anything was sent is refused, and is not saved as the file', async () => {
  const { body } = await send('the content of a file');
  s3.state.manner = 'break off in the middle';
  const params = { id: body.data[0]?.id ?? '' };
  const { status, headers } = await papers.it.send(calls.openPaper, { params });
  expect([status, headers['content-disposition'], headers.etag]).toEqual([503, undefined, undefined]);
});

test('settings are checked against the bucket itself', async () => {
  const signal = AbortSignal.timeout(30_000);
  await (await createS3Storage(s3.setting)).check(signal);
  const other = await createS3Storage({ ...s3.setting, bucket: 'no-such-bucket' });
  await expect(other.check(signal)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('NoSuchBucket') },
  });
});

test.each([1, 6 * 1024 * 1024])(
  'a web page at its address, which answers 200, keeps no file of %d bytes',
  async (bytes) => {
    const storage = await createS3Storage(s3.setting);
    s3.state.manner = 'be a web page';
    const put = async () => {
      const writer = await storage.create(name);
      await writer.write(Buffer.alloc(bytes));
      await writer.finish();
    };
    await expect(put()).rejects.toMatchObject({ kind: 'unavailable' });
    await expect(storage.check(AbortSignal.timeout(30_000))).rejects.toMatchObject({
      details: { cause: { message: expect.stringContaining('something other than S3') } },
    });
  },
);

test('an upload by something else that shares the bucket continues', async () => {
  const client = clientOf(s3.setting);
  const Key = 'backups/of-something-else.tar';
  await client.send(new CreateMultipartUploadCommand({ Bucket: s3.setting.bucket, Key }));
  client.destroy();
  const storage = await createS3Storage(s3.setting);
  expect(await storage.removeAbandoned(new Date(Date.now() + 60_000))).toBe(0);
});

/** Something else that uses the bucket. */
function clientOf({ endpoint, region, credentials }: S3Setting): S3Client {
  if (endpoint === null || credentials === null) throw new Error('Tests have their own service.');
  return new S3Client({ endpoint, region, credentials, forcePathStyle: true });
}
