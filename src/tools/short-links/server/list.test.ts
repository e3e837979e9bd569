import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldCounts } from '../../../platform/server/list/counts-keeper.ts';
import type { TestClient } from '../../../platform/server/testing/test-client.ts';
import { createTestServer, type TestServer } from '../../../platform/server/testing/test-server.ts';
import { listLinks } from '../contract.ts';
import { linkCounts } from './counts.ts';
import { shortLinksServer } from './index.ts';
import { selectPage } from './queries.ts';
import { insertLinkAt } from './testing/insert-link.ts';

interface Model {
  id: string;
  name: string;
  target: string;
  at: number;
}

let server: TestServer;
let it: TestClient;
let model: Model[] = [];
let made = 0;

const topics = ['Library', 'dining', 'zz_top', 'music%', 'back\\slash'];

/** In one of 14 months, often at the same instant as others, sometimes at the edge of a month. */
async function addOne(chance: number): Promise<void> {
  made += 1;
  const at = new Date(
    Date.UTC(2025, chance % 14, chance % 3 === 0 ? 1 : 10) - (chance % 5 === 0 ? 1 : 0),
  ).toISOString();
  const name = `${topics[chance % topics.length]}-${made}`;
  const target = `https://${chance % 7}.sawtooth.example/${chance % 4 === 0 ? 'MAP' : 'info'}/${made}`;
  const id = await insertLinkAt(server.database, at, name, target);
  model.push({ id, name, target, at: Date.parse(at) });
}

beforeAll(async () => {
  server = await createTestServer({ tools: [shortLinksServer] });
  it = await server.signIn('it');
  for (const chance of fc.sample(fc.nat({ max: 9_999 }), { numRuns: 150, seed: 5 })) await addOne(chance);
});
afterAll(() => server.stop());

const searches = [
  '',
  'library',
  'LIBRARY-1',
  'zz_',
  'zz',
  'z',
  '_',
  '%',
  '\\',
  'map',
  '/map/1',
  'sawtooth',
  '3.s',
  'nothing',
  'a\nb',
  '-2',
  '14',
];

async function assertPages(search: string, pageSize: number): Promise<void> {
  const wanted = model
    .filter(
      ({ name, target }) => `${name}\n${target}`.toLowerCase().includes(search) && !search.includes('\n'),
    )
    .toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id);
  const pages = Math.ceil(wanted.length / pageSize);
  for (let page = 1; page <= pages + 1; page += 1) {
    const { body } = await it.send(listLinks, { query: { page, pageSize, search } as never });
    expect(body.meta).toEqual({ page, pageSize, total: wanted.length, pages });
    expect(body.data.map(({ _id }) => _id)).toEqual(wanted.slice((page - 1) * pageSize, page * pageSize));
  }
}

test.each(searches.map((search) => [search]))(
  'each page of the search %j is that of a plain list',
  async (search) => {
    for (const pageSize of [7, 40, 100]) await assertPages(search.toLowerCase(), pageSize);
  },
);

test('and stays so at every moment, no matter what is written and folded between two searches', async () => {
  const write = fc.record({
    kind: fc.constantFrom('add', 'remove', 'retarget', 'move', 'fold'),
    chance: fc.nat({ max: 9_999 }),
    search: fc.constantFrom(...searches),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(write, { minLength: 3, maxLength: 8 }), async (writes) => {
      for (const { kind, chance, search } of writes) {
        await assertPages(search.toLowerCase(), 50);
        await apply(kind, chance);
        await assertPages(search.toLowerCase(), 50);
      }
    }),
    { numRuns: 12, seed: 20_261_121 },
  );
});

async function apply(kind: string, chance: number): Promise<void> {
  const { pool, database } = server.database;
  const link = model[chance % model.length];
  if (kind === 'add' || link === undefined) return addOne(chance);
  if (kind === 'fold') return foldCounts(linkCounts, database);
  if (kind === 'remove') {
    model = model.filter((one) => one !== link);
    await pool.query('delete from short_links where id = $1', [link.id]);
  } else if (kind === 'retarget') {
    link.target = `https://moved.example/map/zz/${chance}`;
    await pool.query('update short_links set long_url = $2 where id = $1', [link.id, link.target]);
  } else {
    link.at = Date.UTC(2025, chance % 14, 3);
    await pool.query('update short_links set created_at = $2 where id = $1', [link.id, new Date(link.at)]);
  }
}

test('a link that another instance adds is in the next response, and in its total', async () => {
  const ask = async () => (await it.send(listLinks, { query: { page: 1, search: 'elsewhere' } })).body;
  expect((await ask()).meta.total).toBe(0);
  const id = await insertLinkAt(server.database, '2025-03-03T00:00:00Z', 'elsewhere');
  const found = await ask();
  expect(found.meta.total).toBe(1);
  expect(found.data.map(({ _id }) => _id)).toEqual([id]);
  await server.database.pool.query('delete from short_links where id = $1', [id]);
  expect((await ask()).meta.total).toBe(0);
});

test('a page is the same whether it is walked or gathered', async () => {
  const reader = server.database.database;
  const months = Array.from({ length: 16 }, (_, index) =>
    new Date(Date.UTC(2026, 2 - index, 1)).toISOString().slice(0, 10),
  );
  for (const from of ['newest', 'oldest'] as const) {
    const location = { months, from, skip: 2, limit: 5, rows: 0 };
    const walked = await selectPage(reader, { search: 'map' }, location, 20);
    expect(await selectPage(reader, { search: 'map' }, { ...location, rows: 1_000_000 }, 20)).toEqual(walked);
    expect(walked).toHaveLength(5);
  }
});
