import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchTurns } from '../../../platform/server/testing/longest-turn.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { importLinks, largestImport } from '../contract.ts';
import { shortLinksServer } from './index.ts';

let server: TestServer;
let it: TestClient;

beforeAll(async () => {
  server = await createTestServer({ tools: [shortLinksServer] });
  it = await server.signIn('it');
});
afterAll(() => server.stop());

/** Processor time in one stretch, including the sending by the same process; before the fix it was many seconds. */
const mostMilliseconds = 250;

/** A file of the maximum size, with this row over and over. */
function fill(row: string, bytes = largestImport.bytes): string {
  const header = 'shortUrl,longUrl\n';
  return header + row.repeat(Math.floor((bytes - header.length) / Buffer.byteLength(row)));
}

const marks = '\u0301\u0316';
const hosts = Array.from({ length: 250 }, (_, index) => String.fromCodePoint(0x4e00 + index * 79)).join('');

const files: [what: string, content: string][] = [
  ['lines of one letter', fill('a\n')],
  ['empty lines', fill('\n')],
  ['empty cells', fill(',')],
  ['rows of empty cells', fill(`${','.repeat(100_000)}\n`)],
  ['two mistakes in each row', fill('!,!\n')],
  ['cells of marks', fill(`a,a${marks.repeat(15_000)}\n`)],
  ['addresses of marks', fill(`a,http://a${marks.repeat(500)}.example\n`, 500_000)],
  ['addresses of another alphabet', fill(`a,http://${hosts}/\n`, 500_000)],
  [
    'as many good rows as there may be',
    `shortUrl,longUrl\n${Array.from({ length: largestImport.rows }, (_, row) => `a${row},https://a.example/${row}\n`).join('')}`,
  ],
];

/** One of each cause is in the short run: many lines, many mistakes, and costly texts. */
const short = ['lines of one letter', 'two mistakes in each row', 'cells of marks'];

for (const [what, content] of files) {
  const tags = short.includes(what) ? [] : ['long'];
  test(`a file of ${what} leaves room for others`, { tags, timeout: 60_000 }, async () => {
    const watch = watchTurns();
    const answer = await it.send(importLinks, { files: { file: { fileName: 'links.csv', content } } });
    const longest = watch.longest();
    watch.stop();
    expect(answer.status).toBeOneOf([201, 400]);
    expect(longest).toBeLessThan(mostMilliseconds);
  });
}
