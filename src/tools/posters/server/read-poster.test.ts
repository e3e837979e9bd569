import path from 'node:path';
import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSandboxed } from '../../../platform/server/sandbox/run-sandboxed.ts';
import { readPosterForm } from '../contract.ts';
import { createTestMailRoom, sendPoster, type TestMailRoom } from './testing/mail-room.ts';
import { drawOddPdfs } from './testing/odd-pdfs.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const seed = 20_261_122;

let room: TestMailRoom;
beforeAll(async () => {
  room = await createTestMailRoom();
});
afterAll(() => room.stop());

test(`200 odd PDFs are read correctly (seed ${seed})`, { tags: 'long' }, async () => {
  const odd = drawOddPdfs(200, seed);
  const head = Buffer.from(`${JSON.stringify(odd.map(({ content }) => content.length))}\n`);
  const all = Buffer.concat([head, ...odd.map(({ content }) => content)]);
  const outcome = await runSandboxed({
    program: path.join(import.meta.dirname, 'testing/read-many.ts'),
    loads: ['src/', 'package.json', 'node_modules/pdfjs-dist/'].map((one) => path.join(root, one)),
    bytes: all.length,
    async *read({ start, end }) {
      yield all.subarray(start, end + 1);
    },
    limits: { seconds: 120, memory: 1024 * 1024 * 1024, output: 1_000_000 },
    signal: new AbortController().signal,
  });
  if (outcome.kind !== 'said') throw new Error(`It ended by ${outcome.by}.`);
  const pages = JSON.parse(outcome.text) as Record<string, unknown>[];
  const rounded = (page: object) =>
    Object.fromEntries(
      Object.entries(page).map(([name, value]) => [
        name,
        typeof value === 'number' ? Number(value.toFixed(6)) : value,
      ]),
    );
  for (const [index, { name, expected }] of odd.entries())
    expect([name, rounded(pages[index] ?? {})]).toEqual([name, rounded(expected)]);
  expect(new Set(odd.map(({ expected }) => expected.kind)).size).toBe(3);
});

/** A table of objects that unpacks to gigabytes, in a file of some kilobytes. */
function bomb(): Uint8Array<ArrayBuffer> {
  // Each part ends where another can begin, so that the unpacked whole never exists here.
  const part = deflateRawSync(Buffer.alloc(32 * 1024 * 1024), { finishFlush: constants.Z_FULL_FLUSH });
  const inner = Buffer.concat([Buffer.from([0x78, 0x9c]), ...Array.from({ length: 200 }, () => part)]);
  const packed = deflateSync(inner);
  const head = `%PDF-1.7\n1 0 obj\n<< /Type /XRef /Size 1000000000 /W [1 2 1] /Root 2 0 R /Filter [/FlateDecode /FlateDecode] /Length ${packed.length} >>\nstream\n`;
  const tail = '\nendstream\nendobj\nstartxref\n9\n%%EOF\n';
  return new Uint8Array(Buffer.concat([Buffer.from(head), packed, Buffer.from(tail)]));
}

test('a PDF made to break a parser is refused within its time limit, and no other request notices', {
  tags: 'long',
  timeout: 60_000,
}, async () => {
  const [student, staff] = [await room.server.signIn('student'), await room.server.signIn('staff')];
  const before = room.stored();
  const waits: number[] = [];
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      const start = performance.now();
      expect((await staff.send(readPosterForm)).status).toBe(200);
      waits.push(performance.now() - start);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const refused = await sendPoster(student, { content: bomb() });
  isOver = true;
  await others;
  expect(refused.status).toBe(400);
  expect(refused.body).toMatchObject({ reason: 'too-complex' });
  expect(waits.length).toBeGreaterThan(5);
  const usual = waits.toSorted((one, other) => one - other)[Math.floor(waits.length / 2)] ?? 0;
  expect(usual).toBeLessThan(2_000);
  expect(room.stored()).toBe(before);
});
