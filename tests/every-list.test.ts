import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { placePermissions, places } from '../src/places.ts';
import type { Call } from '../src/platform/contract/call.ts';
import { groupCalls } from '../src/platform/documents/call-groups.ts';
import { demoPeople } from '../src/platform/server/sign-in/demo/demo-people.ts';
import type { TestClient } from '../src/platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../src/platform/server/testing/test-server.ts';
import { serverTools } from '../src/tools/server.ts';
import { exampleMaker, examplesOf, toolExamples } from './examples.ts';

/** What the tools say about their lists. */
const examples = examplesOf('lists');

const calls = groupCalls(serverTools).flatMap((group) => group.calls);
const lists = calls.filter((call) =>
  ['page', 'pageSize'].every((name) => Object.hasOwn(fieldsOf(call.query), name)),
);

let server: TestServer;
let it: TestClient;

beforeAll(async () => {
  server = await createTestServer({ tools: serverTools, places, placePermissions });
  const { platform } = server.quad;
  for (const { people } of demoPeople) for (const { key } of people) await server.signIn(key);
  it = await server.signIn('it');
  for (const { seed } of serverTools) await seed?.run({ platform, count: 43, random: () => 0.5 });
  const make = exampleMaker(server);
  for (const { fill } of toolExamples) await fill?.(make);
});
afterAll(() => server.stop());

function fieldsOf(shape: z.ZodType | undefined): Record<string, { type?: string; enum?: unknown[] }> {
  if (shape === undefined) return {};
  const { properties = {} } = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' });
  return properties as ReturnType<typeof fieldsOf>;
}

const namesOf = (shape: z.ZodType) => Object.keys(fieldsOf(shape));

interface Answer {
  data: Record<string, unknown>[];
  meta: { pages: number; total?: number; page?: number; pageSize?: number };
}

async function ask(call: Call, query: string) {
  const fixed = Object.entries(examples[call.name]?.among ?? {})
    .filter(([name]) => !query.includes(`&${name}=`))
    .map(([name, value]) => `${name}=${value}`);
  const answer = await it.fetch(call.method, `${call.path}?${[...fixed, query].join('&')}`);
  return { ...answer, body: answer.body as Answer };
}

const idOf = (row: Record<string, unknown>) => row._id ?? row.id ?? row.key;

/** The whole list, by its largest pages. */
async function readAll(call: Call): Promise<unknown[]> {
  const ids: unknown[] = [];
  for (let page = 1; ; page += 1) {
    const { body } = await ask(call, `page=${page}&pageSize=100`);
    ids.push(...body.data.map(idOf));
    if (page >= body.meta.pages) return ids;
  }
}

/** What the address contains, and what it means where it is not the default. */
const oddPages: readonly (readonly [string, number])[] = [
  ['', 1],
  ['0', 1],
  ['-0', 1],
  ['-1', 1],
  ['-99999999999999999999', 1],
  ['1.5', 1],
  ['1,5', 1],
  ['1e3', 1],
  ['0x10', 1],
  ['1_000', 1],
  ['NaN', 1],
  ['Infinity', 1],
  ['-Infinity', 1],
  ['null', 1],
  ['undefined', 1],
  ['true', 1],
  ['[]', 1],
  ['{}', 1],
  ['%00', 1],
  ['2%00', 1],
  ['%D9%A2', 1],
  ['%EF%BC%92', 1],
  ['%E2%82%82', 1],
  ["2'%20or%201=1%20--", 1],
  ['2;drop', 1],
  ['$%7B2%7D', 1],
  ['last', 1],
  ['--2', 1],
  ['%2B-2', 1],
  ['2', 2],
  ['%202%09', 2],
  ['%2B2', 2],
  ['00000002', 2],
  ['2147483648', 1_000_000_000],
  ['9223372036854775808', 1_000_000_000],
  ['1'.repeat(400), 1_000_000_000],
];
const oddSizes: readonly (readonly [string, number | null])[] = [
  ['', null],
  ['0', null],
  ['-1', null],
  ['1e1', null],
  ['2.5', null],
  ['all', null],
  ['%D9%A2', null],
  ['%00', null],
  ['1', 1],
  ['3', 3],
  ['%207', 7],
  ['100', 100],
  ['101', 100],
  ['99999999999999999999', 100],
];

test('every call that returns a page takes a page', () => {
  const paged = calls.filter(({ reply }) => reply.kind === 'json' && namesOf(reply.shape).includes('meta'));
  expect(lists.map(({ name }) => name)).toEqual(paged.map(({ name }) => name));
  expect(lists.length).toBeGreaterThan(4);
});

describe.each(lists.map((call) => [call.name, call] as const))('%s', (name, call) => {
  const usual = examples[name]?.pageSize ?? 10;

  test('returns exactly the right rows for every odd page and size', { tags: 'long' }, async () => {
    const all = await readAll(call);
    expect(
      all.length,
      'a list without rows proves nothing: see fill in the examples of its tool',
    ).toBeGreaterThan(usual / 2);
    expect(new Set(all).size).toBe(all.length);
    const asked = [
      ...oddPages.map(([text, page]) => ({ query: `page=${text}`, page, pageSize: usual })),
      ...oddPages.map(([text, page]) => ({ query: `page=${text}&pageSize=3`, page, pageSize: 3 })),
      ...oddSizes.map(([text, size]) => ({ query: `pageSize=${text}`, page: 1, pageSize: size ?? usual })),
      ...oddSizes.map(([text, size]) => ({
        query: `page=2&pageSize=${text}`,
        page: 2,
        pageSize: size ?? usual,
      })),
      // If a parameter is repeated, neither value is trusted.
      { query: 'page=2&page=3', page: 1, pageSize: usual },
      { query: 'page=2&pageSize=1&pageSize=100', page: 2, pageSize: usual },
      { query: 'page=2&page[]=3&PAGE=4&page%20=5', page: 2, pageSize: usual },
      {
        query: 'page=1&__proto__[page]=2&constructor[prototype][page]=3&limit=1&offset=7',
        page: 1,
        pageSize: usual,
      },
    ];
    for (const { query, page, pageSize } of asked) {
      const { status, body } = await ask(call, query);
      expect({ query, status, meta: body.meta, ids: body.data?.map(idOf) }).toEqual({
        query,
        status: 200,
        meta: { pages: Math.ceil(all.length / pageSize), total: all.length, page, pageSize },
        ids: all.slice((page - 1) * pageSize, page * pageSize),
      });
    }
  });

  test('split into pages of any size is the same list, up to its last row', async () => {
    const all = await readAll(call);
    for (const pageSize of [1, 2, all.length - 1, all.length, all.length + 1].filter((size) => size <= 100)) {
      const ids: unknown[] = [];
      for (let page = 1; page <= Math.ceil(all.length / pageSize); page += 1) {
        ids.push(...(await ask(call, `page=${page}&pageSize=${pageSize}`)).body.data.map(idOf));
      }
      expect(ids).toEqual(all);
      const behind = await ask(call, `page=${Math.ceil(all.length / pageSize) + 1}&pageSize=${pageSize}`);
      expect(behind.body).toMatchObject({ data: [], meta: { total: all.length } });
    }
  });

  test.each(['', 'Page=1', 'page[]=1', 'page%00=1', '__proto__[page]=1'])(
    'without a page (%j) returns no data, or all of it',
    async (query) => {
      if (examples[call.name]?.unpaged === true) {
        const ids = (await ask(call, query)).body.data.map(idOf);
        return expect(ids).toEqual(await readAll(call));
      }
      const { status, body } = await ask(call, query);
      expect([status, body]).toEqual([200, { data: [], meta: { pages: -1 } }]);
    },
  );

  const filters = Object.entries(fieldsOf(call.query))
    .filter(([, shape]) => shape.type === 'string' && shape.enum === undefined)
    .map(([filter]) => filter)
    .filter((filter) => examples[name]?.choices?.includes(filter) !== true);

  test.each(filters)('takes the text in %s literally, or refuses it at the field', async (filter) => {
    for (const text of literal) {
      const { status, body } = await ask(call, `page=1&pageSize=100&${filter}=${encodeURIComponent(text)}`);
      expect([text, status]).toEqual([text, 200]);
      for (const row of body.data) expect(textsOf(row)).toContain(text.toLowerCase());
    }
    for (const text of unreadable) {
      const { status, body } = await ask(call, `page=1&${filter}=${text.replace('FILTER', filter)}`);
      expect([text.slice(0, 20), status]).toEqual([text.slice(0, 20), 400]);
      expect(body).toMatchObject({ fields: { [filter]: expect.any(String) } });
    }
  });
});

/** Characters of patterns and of other languages: none of them may find a row that does not contain it. */
const literal = [
  '%',
  '_',
  '\\',
  '%%',
  '.*',
  '*',
  "'",
  '"',
  "' or '1'='1",
  '$1',
  '?',
  '--',
  '👩‍👩‍👧',
  'ß',
  'x'.repeat(200),
];
const unreadable = ['x'.repeat(255), 'a%00b', '%00', 'a&FILTER=b'];

/** All texts of a row, in lower case. */
function textsOf(value: unknown): string {
  if (typeof value === 'string') return `${value.toLowerCase()}\n`;
  if (typeof value !== 'object' || value === null) return '';
  return Object.values(value).map(textsOf).join('');
}
