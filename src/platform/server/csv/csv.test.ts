import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { guardFormula, withoutFormulaGuard } from '../../contract/formula.ts';
import { busyTime } from '../testing/longest-turn.ts';
import { readCsv } from './read-csv.ts';
import { csvLine, csvStream } from './write-csv.ts';

const shape = { columns: ['name', 'link'] as const, optional: ['until'] as const, maxRows: 5 };
const read = (content: string | Buffer, limits: { maxRows?: number } = {}) =>
  readCsv<'name' | 'link' | 'until'>(Buffer.from(content), { ...shape, ...limits });

test('rows are read with the number that a spreadsheet shows for them', async () => {
  const { rows, errors } = await read('name,link\r\na,1\r\nb,2\r\n');
  expect(errors).toEqual([]);
  expect(rows).toEqual([
    { row: 2, values: { name: 'a', link: '1', until: '' } },
    { row: 3, values: { name: 'b', link: '2', until: '' } },
  ]);
});

test('empty lines, lines of separators, and quoted line breaks do not shift the row numbers', async () => {
  const { rows } = await read('name,link\n\na,1\n,,\n"b\nb",2\nc,3\n');
  expect(rows.map(({ row, values }) => [row, values.name])).toEqual([
    [3, 'a'],
    [5, 'b\nb'],
    [6, 'c'],
  ]);
});

test.each([
  ['LF', 'name,link\na,1\nb,2'],
  ['CRLF', 'name,link\r\na,1\r\nb,2\r\n'],
  ['CR', 'name,link\ra,1\rb,2\r'],
  ['CRLF and LF mixed', 'name,link\r\na,1\nb,2\r\n'],
  ['a byte order mark', '\ufeffname,link\r\na,1\r\nb,2'],
  ['a quoted header after a byte order mark', '\ufeff"name","link"\r\na,1\r\nb,2'],
])('a file with %s is read', async (_what, content) => {
  const { rows, errors } = await read(content);
  expect(errors).toEqual([]);
  expect(rows.map(({ values }) => [values.name, values.link])).toEqual([
    ['a', '1'],
    ['b', '2'],
  ]);
});

test('quoted values may contain separators and doubled quotation marks', async () => {
  const { rows } = await read('name,link\n"a,b","say ""hi"""\n');
  expect(rows[0]?.values).toMatchObject({ name: 'a,b', link: 'say "hi"' });
});

test('columns are found in any order and any case, others are ignored', async () => {
  const { rows } = await read('Until, LINK ,extra,Name\n2026,1,x,a\n');
  expect(rows[0]?.values).toEqual({ name: 'a', link: '1', until: '2026' });
});

test('other columns are named, for files in which they are a mistake', async () => {
  const others: string[] = [];
  const onOthers = (names: readonly string[]) => others.push(...names);
  await readCsv(Buffer.from('name, Qiuz ,link,\na,1,2,\n'), { ...shape, onOthers });
  expect(others).toEqual(['Qiuz']);
});

test('headers that are named like object members are harmless', async () => {
  const { rows, errors } = await read('__proto__,toString,constructor,name,link\n{},x,y,a,1\n');
  expect(errors).toEqual([]);
  expect(rows[0]?.values).toEqual({ name: 'a', link: '1', until: '' });
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(String(rows[0]?.values)).toBe('[object Object]');
});

test('a missing column and a duplicate one are named', async () => {
  expect((await read('name\na\n')).errors).toEqual([
    { row: 1, column: 'link', value: '', message: 'This column is missing.' },
  ]);
  const twice = await read('name,link,Name\na,1,b\n');
  expect(twice.errors).toMatchObject([{ row: 1, column: 'name', message: 'This column appears twice.' }]);
  expect(twice.rows).toEqual([]);
});

test('a row with too many cells is reported, one with too few has empty values', async () => {
  const { rows, errors } = await read('name,link\na,1,2\nb\nc,3,\n');
  expect(errors).toMatchObject([{ row: 2, value: '2' }]);
  expect(rows.map(({ values }) => values)).toMatchObject([
    { name: 'b', link: '' },
    { name: 'c', link: '3' },
  ]);
});

test('a quotation mark that is never closed is reported with its row, and rows before it are kept', async () => {
  const { rows, errors } = await read('name,link\na,1\n"b,2\nc,3\n');
  expect(rows).toHaveLength(1);
  expect(errors).toMatchObject([{ row: 3, message: expect.stringContaining('never closed') }]);
});

test('text after a closing quotation mark is reported with its row', async () => {
  const { errors } = await read('name,link\na,1\n"b"x,2\n');
  expect(errors).toMatchObject([{ row: 3, message: expect.stringContaining('do not match') }]);
});

test('an overlong value and an overlong row are reported, and not read further', async () => {
  const { rows, errors } = await read(`name,link\na,${'x'.repeat(10_001)}\nb,${'x'.repeat(10_000)}\n`);
  expect(rows.map(({ row }) => row)).toEqual([3]);
  expect(errors).toMatchObject([
    { row: 2, column: 'link', message: 'Use at most 10,000 characters.', value: 'x'.repeat(200) },
  ]);
  const endless = await read(`name,link\na,1\n${','.repeat(1_000_000)}`);
  expect(endless.errors).toMatchObject([{ row: 3, message: 'This row is too long.' }]);
});

test('a value with thousands of accents on one letter, which take long to normalize, is reported', async () => {
  const accents = 'a\u0301\u0316'.padEnd(9_000, '\u0301\u0316');
  const { rows, errors } = await read(`name,link\na,${accents}\nb,${'x\u0301\u0316'.repeat(3_000)}\n`);
  expect(rows.map(({ row }) => row)).toEqual([3]);
  expect(errors).toMatchObject([
    { row: 2, column: 'link', message: 'This text has too many accents on one letter.' },
  ]);
});

test('more rows than allowed are refused as a whole', async () => {
  const { rows, errors } = await read(`name,link\n${'a,1\n'.repeat(6)}`);
  expect(rows).toEqual([]);
  expect(errors).toMatchObject([{ row: 0, message: 'A file can have at most 5 rows.' }]);
  expect((await read(`name,link\n${'a,1\n'.repeat(5)}`)).rows).toHaveLength(5);
  expect((await read(`name,link\n${'a,1\n,\n'.repeat(5)}`)).rows.at(-1)?.row).toBe(10);
  const cut = await read(`name,link\n${'a,1\n'.repeat(6)}"${'open\n'.repeat(20_000)}`);
  expect(cut.errors).toHaveLength(1);
});

test.each([
  ['', 'This file is empty.'],
  ['name,link\r\n,\r\n', 'This file has no rows.'],
])('%j is reported', async (content, message) => {
  expect((await read(content)).errors).toEqual([{ row: 0, column: '', value: '', message }]);
});

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  ' =1+1',
  '\u00a0=1',
  '\t=1',
  '\ttext',
  '\rtext',
  '\n=1',
  '\uff1d1+1',
  '\ufe661+1',
  '\u22121+1',
  '\u200b=1',
  '\ufeff=1',
  '\u00ad=1',
  '\u202e=1',
  '\u2066 \u2003@SUM(A1)',
  '\u0001=1',
  '\u{e0020}=1',
  '=cmd|"/c calc"!A0',
  "'=1",
  "''=1",
])('%j is not a formula once it is written', (value) => {
  const guarded = guardFormula(value);
  expect(guarded.startsWith("'")).toBe(true);
  expect(guarded.replaceAll("'", '')).toBe(value.replaceAll("'", ''));
  expect(withoutFormulaGuard(guarded)).toBe(value);
});

test.each([
  ['x;=1+1;y', "x;'=1+1;y"],
  ['x\t@SUM(1)', "x\t'@SUM(1)"],
  ['x\r\n+1\n-2', "x\r\n'+1\n'-2"],
  ['x;\u200b =1', "x;\u200b '=1"],
  ['x;"=1+1"', 'x;"\'=1+1"'],
  ['=1;=2', "'=1;'=2"],
  ["x;'=1", "x;''=1"],
  ['x;y=1; z-1\ta@b', 'x;y=1; z-1\ta@b'],
])('%j is not a formula, either, if a spreadsheet separates by semicolons or tabs', (value, guarded) => {
  expect(guardFormula(value)).toBe(guarded);
  expect(withoutFormulaGuard(guarded)).toBe(value);
});

test('a text that is only separators is guarded in an instant', () => {
  for (const sign of [';', '\n', '\t', ' ', '"', "'", '\n ', "';"]) {
    const text = sign.repeat(100_000);
    const start = busyTime();
    expect(withoutFormulaGuard(guardFormula(text))).toBe(text);
    expect([sign, busyTime() - start < 2_000]).toEqual([sign, true]);
  }
});

test.each(['text', 'a=b', "'quoted", "it's", '', ' text', 'https://example.com/?a=1'])(
  '%j is written as it is',
  (value) => {
    expect(guardFormula(value)).toBe(value);
    expect(withoutFormulaGuard(value)).toBe(value);
  },
);

test('a record follows RFC 4180: CRLF, quotes where needed, quotation marks doubled', () => {
  const at = new Date('2026-11-21T08:00:00Z');
  expect(csvLine(['a', 'b,c', 'd"e', 'f\ng', ' h', null, -5, true, at], 'America/Boise')).toBe(
    'a,"b,c","d""e","f\ng"," h",,-5,true,2026-11-21 01:00:00\r\n',
  );
  expect(csvLine(['=HYPERLINK("x")', 'a;b', 'a\tb'], 'UTC')).toBe('"\'=HYPERLINK(""x"")","a;b","a\tb"\r\n');
});

test.each([';', '\t', '|'])('a file separated by %j is read too', async (separator) => {
  const { rows, errors } = await read(`name${separator}link\na${separator}"1${separator}2"\n`);
  expect(errors).toEqual([]);
  expect(rows).toMatchObject([{ values: { name: 'a', link: `1${separator}2` } }]);
  const { errors: surplus } = await read(`name${separator}link\na${separator}1${separator}2\n`);
  expect(surplus[0]?.message).toMatch(
    /A value with a (semicolon|tab|vertical bar) needs quotes around it\.$/,
  );
});

test('a separator within quotes in the header does not count', async () => {
  const { rows } = await read('"name",link,"a;b;c;d"\na,1,x\n');
  expect(rows).toMatchObject([{ values: { name: 'a', link: '1' } }]);
});

test('what is written is read back unchanged', async () => {
  async function* batches() {
    yield [['a,"b"', 'line\r\nbreak', '']];
    yield [['-x', 'y', 'z']];
  }
  const written = await text(csvStream(['name', 'link', 'until'], batches(), 'America/Boise'));
  expect(written).toContain('until,timeZone\r\n');
  expect(written).toContain('z,America/Boise\r\n');
  const { rows, errors } = await read(written);
  expect(errors).toEqual([]);
  expect(rows.map(({ values }) => values)).toEqual([
    { name: 'a,"b"', link: 'line\r\nbreak', until: '' },
    { name: "'-x", link: 'y', until: 'z' },
  ]);
});
